import type { SeenAnswers, SeenByStatus } from './seen-answers.ts';
import { mapValues, type Shape } from './shape.ts';

/**
 * What was seen without the keys that are not clean, and without those that together are not. `isClean`: whether a text
 * holds nothing secret.
 */
export function cleanAnswers(seen: SeenAnswers, isClean: (text: string) => boolean): SeenAnswers {
  const cleaned = (byStatus: SeenByStatus) =>
    mapValues(byStatus, (bodies) => ({
      ...bodies,
      forms: bodies.forms.map((form) => cleanForm(form, isClean)),
    }));
  return { ...seen, byEndpoint: mapValues(seen.byEndpoint, (both) => mapValues(both, cleaned)) };
}

function cleanForm(form: Shape, isClean: (text: string) => boolean): Shape {
  const clean = pruned(form, isClean);
  return isClean(JSON.stringify(namesIn(clean))) ? clean : { count: form.count, kinds: form.kinds };
}

/** Without the keys that are not clean. */
function pruned({ keys, items, ...rest }: Shape, isClean: (text: string) => boolean): Shape {
  const inner = (one: Shape) => pruned(one, isClean);
  const kept = Object.entries(keys ?? {}).filter(([name]) => isClean(name));
  return {
    ...rest,
    ...(keys && { keys: mapValues(Object.fromEntries(kept), inner) }),
    ...(items && { items: inner(items) }),
  };
}

/** The keys, as they stand in a body. */
function namesIn({ keys, items }: Shape): unknown {
  if (keys !== undefined) return mapValues(keys, namesIn);
  return items === undefined ? null : [namesIn(items)];
}

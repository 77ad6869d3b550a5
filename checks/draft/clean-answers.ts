import { distinct } from '../add-up.ts';
import type { SeenAnswers, SeenByStatus } from './seen-answers.ts';
import { mapValues, mostConstants, type Shape } from './shape.ts';

/**
 * What was seen without the keys and constants that are not clean, and without those that together are not. `isClean`: whether a text
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
  const examples = Array.from({ length: mostConstants }, (_, index) => exampleOf(clean, index));
  if (distinct(examples.map((example) => JSON.stringify(example))).every(isClean)) return clean;
  return { count: form.count, kinds: form.kinds };
}

/** Without the keys and constants that are not clean, or without all constants. */
function pruned(shape: Shape, isClean: (text: string) => boolean): Shape {
  const { keys, items, constants, ...rest } = shape;
  const inner = (one: Shape) => pruned(one, isClean);
  const kept = Object.entries(keys ?? {}).filter(([name]) => isClean(name));
  const areKept = constants?.every(([value]) => isClean(String(value)));
  return {
    ...rest,
    ...(constants !== undefined && { constants: areKept ? constants : null }),
    ...(keys && { keys: mapValues(Object.fromEntries(kept), inner) }),
    ...(items && { items: inner(items) }),
  };
}

/** A body with the n-th constant of each place, and lists with all of theirs. */
function exampleOf({ constants, keys, items }: Shape, index: number): unknown {
  if (keys !== undefined) return mapValues(keys, (one) => exampleOf(one, index));
  if (items !== undefined) return items.constants?.map(([value]) => value) ?? [exampleOf(items, index)];
  return constants?.at(Math.min(index, constants.length - 1))?.[0] ?? null;
}

import type { SeenAnswers, SeenByStatus } from './seen-answers.ts';
import { mapValues, type Shape } from './shape.ts';

/** The answers, without the keys of a body if a name among them is not clean. `isClean`: whether a text holds nothing secret. */
export function cleanAnswers(seen: SeenAnswers, isClean: (text: string) => boolean): SeenAnswers {
  const cleanForm = (form: Shape): Shape =>
    isClean(JSON.stringify(namesIn(form))) ? form : { count: form.count, kinds: form.kinds };
  const cleaned = (byStatus: SeenByStatus) =>
    mapValues(byStatus, (bodies) => ({ ...bodies, forms: bodies.forms.map(cleanForm) }));
  return { ...seen, byEndpoint: mapValues(seen.byEndpoint, (both) => mapValues(both, cleaned)) };
}

/** The keys as nested in a body; where there were objects and lists, as in two bodies. */
function namesIn({ keys, items }: Shape): unknown {
  const inObjects = keys && mapValues(keys, namesIn);
  const inLists = items && [namesIn(items)];
  return inObjects && inLists ? [inObjects, inLists] : (inObjects ?? inLists ?? null);
}

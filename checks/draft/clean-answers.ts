import type { SeenAnswers, SeenByStatus } from './seen-answers.ts';
import { mapValues, type Shape } from './shape.ts';

/** What was seen, without the keys of bodies in whose names something is not clean. `isClean`: whether a text holds nothing secret. */
export function cleanAnswers(seen: SeenAnswers, isClean: (text: string) => boolean): SeenAnswers {
  const cleanForm = (form: Shape): Shape =>
    isClean(JSON.stringify(namesIn(form))) ? form : { count: form.count, kinds: form.kinds };
  const cleaned = (byStatus: SeenByStatus) =>
    mapValues(byStatus, (bodies) => ({ ...bodies, forms: bodies.forms.map(cleanForm) }));
  return { ...seen, byEndpoint: mapValues(seen.byEndpoint, (both) => mapValues(both, cleaned)) };
}

/** The keys, as they stand in a body, or in two where there were objects and lists. */
function namesIn({ keys, items }: Shape): unknown {
  const inObjects = keys && mapValues(keys, namesIn);
  const inLists = items && [namesIn(items)];
  return inObjects && inLists ? [inObjects, inLists] : (inObjects ?? inLists ?? null);
}

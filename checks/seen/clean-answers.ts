import type { SeenAnswers, SeenByStatus } from './seen-answers.ts';
import { type Constants, mapValues, type Reading, type Shape } from './shape.ts';

type IsClean = Reading['isClean'];

/** What was seen without the keys and constants that are not clean, and without those that together are not. */
export function cleanAnswers(seen: SeenAnswers, isClean: IsClean): SeenAnswers {
  const cleaned = (byStatus: SeenByStatus) =>
    mapValues(byStatus, ({ forms, ...counts }) => {
      return { ...counts, forms: forms.map((form) => cleanForm(form, isClean)) };
    });
  return { ...seen, byEndpoint: mapValues(seen.byEndpoint, (both) => mapValues(both, cleaned)) };
}

function cleanForm(form: Shape, isClean: IsClean): Shape {
  const clean = pruned(form, isClean);
  if (examplesOf(clean).every((example) => isClean(JSON.stringify(example)))) return clean;
  const bare = pruned(clean, isClean, () => null);
  const { keys: _keys, items: _items, ...rest } = bare;
  return isClean(JSON.stringify(exampleOf(bare, 0))) ? bare : rest;
}

/** Without the keys and constants that are not clean, and with `keep` of the other constants. */
function pruned(shape: Shape, isClean: IsClean, keep = cleanConstants): Shape {
  const { keys, items, constants, ...rest } = shape;
  const kept = Object.entries(keys ?? {}).filter(([name]) => isClean(name));
  return {
    ...rest,
    ...(constants === undefined ? {} : { constants: keep(constants, isClean) }),
    ...(keys === undefined
      ? {}
      : { keys: Object.fromEntries(kept.map(([name, one]) => [name, pruned(one, isClean, keep)])) }),
    ...(items === undefined ? {} : { items: pruned(items, isClean, keep) }),
  };
}

function cleanConstants(constants: Constants, isClean: IsClean): Constants {
  return constants?.every(([value]) => isClean(String(value))) === true ? constants : null;
}

/** As many examples of a body as some place has constants. */
function examplesOf(shape: Shape): unknown[] {
  return Array.from({ length: Math.max(1, mostConstantsIn(shape)) }, (_, index) => exampleOf(shape, index));
}

function mostConstantsIn({ constants, keys = {}, items }: Shape): number {
  const inner = [...Object.values(keys), ...(items === undefined ? [] : [items])].map(mostConstantsIn);
  return Math.max(constants?.length ?? 0, ...inner);
}

/** A body with the n-th constant of each place, and lists with all of theirs. */
function exampleOf({ constants, keys, items }: Shape, index: number): unknown {
  if (keys !== undefined) return mapValues(keys, (one) => exampleOf(one, index));
  if (items !== undefined) return items.constants?.map(([value]) => value) ?? [exampleOf(items, index)];
  return constants?.at(Math.min(index, constants.length - 1))?.[0] ?? null;
}

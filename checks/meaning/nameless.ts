import { distinct, groupedBy } from '../add-up.ts';
import { marksOf, seenIn } from './known-results.ts';
import { isInBody, type Leaf, type SeenSuccess } from './leaves.ts';
import type { Meaning } from './probe-meanings.ts';
import { keysOf } from './usual-places.ts';

/** ISO 8601: a time differs from call to call, and names nothing. */
const time = /^\d{4}-\d\d-\d\d/;

/** What a success without any of these names means: it may have done nothing. A contract can describe a success without these members. */
export function namelessMeaning(names: readonly (readonly string[])[]): Meaning {
  return { is: 'refusal', lacks: distinct(names.flat()) };
}

/**
 * Successes that name nothing of their own, such as the id of a backup, although others do: they have null in place of the name, or hold
 * nothing that the others lack. `names`: the keys that lead to each name.
 */
export function namelessSuccesses(successes: readonly SeenSuccess[]) {
  const values = seenIn(successes).filter(({ path, leaf: { kind, length, mark } }) => {
    const mayName = (kind === 'string' || kind === 'number') && length > 0 && !time.test(mark);
    return isInBody(path) && mayName;
  });
  const distinctive = [...groupedBy(values, ({ path }) => path)].flatMap(([path, seen]) =>
    seen.length > 1 && marksOf(seen).length === seen.length ? path : [],
  );
  // A single name cannot differ from others.
  const names = distinctive.length > 0 ? distinctive : distinct(values.map(({ path }) => path));
  const named = new Set(values.flatMap(({ path, success }) => (names.includes(path) ? success : [])));
  const taken = new Set([...named].flatMap(({ leaves }) => [...leaves.keys()]));
  const isNull = ([path, { kind }]: [string, Leaf]) =>
    kind === 'null' && names.some((name) => `${name}.`.startsWith(`${path}.`));
  const hasOther = ({ leaves }: SeenSuccess) =>
    [...leaves.keys()].some((path) => isInBody(path) && !taken.has(path));
  const lacksAll = (one: SeenSuccess) => distinctive.length > 0 && !hasOther(one);
  const others = successes.filter((one) => !named.has(one));
  const nameless = others.filter((one) => [...one.leaves].some(isNull) || lacksAll(one));
  return { names: names.map(keysOf), nameless: new Set(nameless) };
}

import fc from 'fast-check';
import { faultyTexts, validTexts } from '../../checks/json-text/corpus-fixture.ts';
import { hostileTexts } from '../../reports/hostile-fixture.ts';
import { token } from './subject.ts';

/** What parsers, pages and terminals trip over. */
const trouble = [...validTexts, ...faultyTexts.map(([text]) => text), ...hostileTexts];

/** Short texts without a word that shows an error of the harness, and forms in which the token may be repeated. */
export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...trouble.filter((text) => text.length < 80 && !text.includes('undefined'))),
  fc.constantFrom(token, encodeURIComponent(token), Buffer.from(token).toString('base64'), `Bearer ${token}`),
);

const numbers = [0, 1, -1, 0.5, 20, 99, 200, 401, 2 ** 53, 1e308, -1e308, 5e-324];
const oddKeys = ['a', '<<', '__proto__', 'constructor', 'toString', ''];

/** Values of JSON that fit hardly anywhere. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, ...numbers, ...oddKeys, token),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double(),
);

type Change =
  | { readonly is: 'removed' | 'doubled' }
  | { readonly is: 'scaled'; readonly by: number }
  | { readonly is: 'set'; readonly to: unknown }
  | { readonly is: 'renamed'; readonly to: string };

/** JSON values, given as texts, with up to three changes at random places. A change may put in one of `values` or `keys`. */
export function changed(
  texts: fc.Arbitrary<string>,
  values: fc.Arbitrary<unknown>,
  keys: readonly string[] = [],
): fc.Arbitrary<unknown> {
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.constantFrom<Change>({ is: 'removed' }, { is: 'doubled' }),
    fc.record({ is: fc.constant('scaled'), by: fc.double({ min: -1, max: 3, noNaN: true }) }),
    fc.record({ is: fc.constant('renamed'), to: fc.constantFrom(...oddKeys, ...keys) }),
    { arbitrary: fc.record({ is: fc.constant('set'), to: values }), weight: 3 },
  );
  return fc.tuple(texts, fc.array(fc.tuple(fc.nat(), change), { maxLength: 3 })).map(([text, steps]) => {
    const root = JSON.parse(text);
    for (const [place, step] of steps) apply(place, step, root);
    return root;
  });
}

/** Places are numbered in the order of the text, and begin again after the last. */
function apply(place: number, change: Change, root: unknown): void {
  const places = placesIn(root);
  const [parent, name] = places[place % places.length] ?? [{}, ''];
  const old = parent[name];
  if (change.is === 'removed' || change.is === 'renamed') {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete parent[name];
  }
  if (change.is === 'doubled') put(parent, name, Array.isArray(old) ? [...old, ...old] : [old, old]);
  if (change.is === 'scaled') put(parent, name, scaled(old, change.by));
  if (change.is === 'set') put(parent, name, change.to);
  if (change.is === 'renamed' && !Array.isArray(parent)) put(parent, change.to, old);
}

type Parent = Record<string, unknown>;

function placesIn(part: unknown): (readonly [Parent, string])[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => [
    [part as Parent, name] as const,
    ...placesIn(value),
  ]);
}

/** An assignment would take `__proto__` for something else. */
function put(parent: Parent, name: string, value: unknown): void {
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A number by a factor, a whole one to a whole one; nothing else. */
function scaled(value: unknown, by: number): unknown {
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) ? Math.round(value * by) : value * by;
}

/** Texts with pieces put in, or in the place of some characters. */
export function spoilt(texts: fc.Arbitrary<string>, pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), pieces), { minLength: 1, maxLength: 3 });
  return fc.tuple(texts, edits).map(([whole, all]) =>
    all.reduce((rest, [place, removed, piece]) => {
      const at = place % (rest.length + 1);
      return rest.slice(0, at) + piece + rest.slice(at + removed);
    }, whole),
  );
}

/** Nothing but pieces and strings. */
export function strung(pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const part = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 }));
  return fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
}

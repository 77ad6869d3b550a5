import { groupedBy } from '../add-up.ts';
import { fromBase64 } from '../base64.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { remembered } from '../remembered.ts';
import { completed, isMode, isOfFamily, mayNameStated } from './algorithm-names.ts';
import { fewestAlike, type KnownResults, placeAt } from './known-results.ts';
import { isInBody, type Leaf, type SeenSuccess, textsIn } from './leaves.ts';
import { bare } from './stated-error.ts';

/** A text or a number in the body of a success, or in a JSON object that one of its texts holds. */
interface Value {
  readonly path: string;
  readonly kind: Leaf['kind'];
  readonly text: string;
}

/** A text that may name an algorithm, with what other members say of the same one. */
interface Name {
  readonly path: string;
  readonly isNaming: boolean;
  readonly text: string;
  readonly success: SeenSuccess;
}

/**
 * Successes that name another algorithm than the one that was asked for. Where other successes name that one, it is any name of the same
 * family, or any in a member such as `algorithm`. Elsewhere it is a name of the same family in such a member, unless another member names
 * the right one, as where a key is encrypted, too. Services have names of their own for algorithms, so a name that every success has, and
 * that resembles none, says nothing.
 */
export function misnamedResults(successes: readonly SeenSuccess[], known: KnownResults): SeenSuccess[] {
  const names = successes.flatMap((success) => namesIn(success, known));
  const stating = names.filter(({ isNaming, text }) => isNaming && mayNameStated(text));
  const stated = new Set(stating.map(({ success }) => success));
  return [...groupedBy(names, ({ path }) => path).values()].flatMap((seen) => {
    const others = seen.filter(({ text }) => !mayNameStated(text));
    const areNames = seen.length - others.length >= fewestAlike;
    const isOther = ({ text, isNaming, success }: Name) =>
      areNames ? isNaming || isOfFamily(text) : isNaming && !stated.has(success) && isOfFamily(text);
    return others.flatMap((one) => (isOther(one) ? one.success : []));
  });
}

function namesIn(success: SeenSuccess, known: KnownResults): Name[] {
  const values = valuesIn(success, known);
  const parts = values.flatMap((value) => partIn(value) ?? []);
  return values.flatMap(({ path, kind, text }) => {
    if (kind !== 'string') return [];
    const { isNaming, within } = placeOf(path);
    const stated = (what: Part['says']) =>
      parts.find((part) => part.says === what && isPartOf(part, within))?.text;
    const name = isNaming ? completed(text, stated('bits'), stated('mode')) : text;
    return { path, isNaming, text: name, success };
  });
}

/** Values that are one of a few constants in all successes, and those in the header of a JWE. */
function valuesIn({ leaves }: SeenSuccess, known: KnownResults): Value[] {
  return [...leaves].flatMap(([path, { kind, length, mark }]) => {
    if (length === 0 || !isInBody(path)) return [];
    const isWhole = kind === 'string' && mark.length === length;
    const inner = isWhole ? membersOf(mark).map((one) => ({ ...one, path: `${path}${one.path}` })) : [];
    const isConstant = placeAt(known, path)?.role === 'constant';
    return isConstant ? [{ path, kind, text: mark }, ...inner] : inner;
  });
}

/** What base64 makes of the first two characters of a JSON object. */
const objectInBase64 = /^e[wy]/;

/**
 * What names an algorithm, or says more of it, in the JSON object that a text holds in base64: the protected header of a JWE, which is
 * the whole text, or precedes its first dot.
 */
function membersOf(text: string): readonly Value[] {
  return objectInBase64.test(text) ? membersIn(text.split('.')[0] ?? '') : [];
}

const membersIn = remembered((encoded): readonly Value[] => {
  const text = fromBase64(encoded);
  const json = parseJsonText(text);
  const texts = json.ok ? textsIn(json, text, { headers: {} }) : null;
  return [...(texts ?? [])].flatMap(([path, { kind, text: value }]) => {
    const one = { path: path.slice('$'.length), kind, text: value };
    return placeOf(one.path).isNaming || partIn(one) !== null ? one : [];
  });
});

/** What its path says of a value. */
interface Place {
  readonly isNaming: boolean;
  /** The object that the value describes: its own, or the one that has parameters or a key. */
  readonly within: string;
  /** The bare name of the value's member, as `keylength`, also where it is `length` in `key`. */
  readonly name: string;
}

/** Members with such names say which algorithm was used, unless they say how a key was encrypted. */
const naming = /^(?!.*(keyencr|wrap)).*(algorithm|cipher|encryption)|^(alg|enc|oid)$/;
/** What names an algorithm in an object that is one. */
const nameOfOne = /^(name|type|id|identifier|oid)$/;
const algorithm = /(algorithm|cipher)$|^(alg|enc)$/;

const placeOf = remembered((path): Place => {
  const keys = path.split('.').map(bare);
  const [outer = '', own = ''] = keys.slice(-2);
  const isInner = /^(key|param(eter)?s|options)$/.test(outer);
  return {
    isNaming: naming.test(own) || (nameOfOne.test(own) && naming.test(outer) && algorithm.test(outer)),
    within: keys.slice(0, isInner ? -2 : -1).join('.'),
    name: outer === 'key' ? `key${own}` : own,
  };
});

/** What a member beside a name adds to it. */
interface Part {
  readonly says: 'bits' | 'mode';
  readonly text: string;
  readonly within: string;
  /** It describes the only key, so it applies to names in inner objects, too. */
  readonly isOfKey: boolean;
}

/** A length of a key, such as `key_size`, `length` and `bits`. Tags, nonces and blocks have lengths of other names. */
const sizing = /^(key)?(bit)?(length|len|size|bits|bytes)(in)?(bits|bytes)?$/;
const sizes = [128, 192, 256];

/** null: the value says nothing of an algorithm. */
function partIn({ path, text }: Value): Part | null {
  const { within, name } = placeOf(path);
  if (/mode$/.test(name)) return isMode(text) ? { says: 'mode', text, within, isOfKey: false } : null;
  if (!sizing.test(name)) return null;
  const isOfKey = name.startsWith('key');
  // Keys of AES have 16, 24 or 32 bytes. A small length that is not called a key's is of something else.
  const bits = Number(text) * (isOfKey && Number(text) <= 32 ? 8 : 1);
  return sizes.includes(bits) ? { says: 'bits', text: String(bits), within, isOfKey } : null;
}

/** `within`: where the name stands. */
function isPartOf(part: Part, within: string): boolean {
  return part.within === within || (part.isOfKey && within.startsWith(`${part.within}.`));
}

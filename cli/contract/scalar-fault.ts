import { isScalar, Scalar, Schema } from 'yaml';
import { cut } from '../../checks/json-body.ts';

export const noValue = 'has no value; write one, or null';

const halfPair = 'holds half of a surrogate pair, which is no character; write the whole character';

/** Why a value would not be read as it is written, by us or by other readers of YAML; null: it is. */
export function scalarFault({ value, source = '', type }: Scalar): string | null {
  if (typeof value === 'string' && isHalfPair(value)) return halfPair;
  if (type !== Scalar.PLAIN) return null;
  if (source === '') return noValue;
  const shown = cut(source, 40);
  const older = inOlderYaml(source);
  // For a point alone, too, the older one of this reader says that it is no number.
  if (!Object.is(older, value) && !Number.isNaN(older)) {
    const [one, other] = [value, older].map((read) => JSON.stringify(read));
    return `${shown} is ${one} in YAML 1.2 and ${other} in YAML 1.1; write the one that is meant`;
  }
  if (typeof value !== 'number' || isKept(source, value)) return null;
  const become = Number.isFinite(value) ? `would become ${value}` : 'is no number of JSON';
  return `${shown} ${become}; write another number, or put it in quotes if it is text`;
}

/** Why the name of a field would not be read as it is written. */
export function nameFault(key: unknown, text: string): string | null {
  if (!isScalar(key)) return null;
  if (isHalfPair(String(key.value))) return halfPair;
  const [start, end] = key.range ?? [0, 0];
  return text.slice(start, end).includes('\n')
    ? 'this name spans lines; a comment begins with # in YAML, and JSON has none'
    : null;
}

function isHalfPair(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

const { tags } = new Schema({ schema: 'yaml-1.1' });

/** What YAML 1.1, which many tools still read, makes of plain text. A date is text in JSON. */
function inOlderYaml(source: string): unknown {
  for (const tag of tags) {
    if (tag.collection !== undefined || tag.default !== true || tag.tag.endsWith(':timestamp')) continue;
    if (tag.test?.test(source) !== true) continue;
    const read: unknown = tag.resolve(source, () => undefined, {});
    return isScalar(read) ? read.value : read;
  }
  return source;
}

/** No number needs more characters: the largest, written out, has 309. */
const mostCharacters = 400;

/** Whether a number in a file is still the same after it has been read: as text that JSON writes, digit for digit. */
export function isKept(source: string, value: number): boolean {
  if (!Number.isFinite(value) || source.length > mostCharacters) return false;
  return decimal(/^0[xo]/.test(source) ? BigInt(source).toString() : source) === decimal(String(value));
}

/** The same for the same number, and for no other: its sign, its digits without zeros around them, and its power of ten. */
function decimal(text: string): string {
  const [, sign, whole = '', part = '', power = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const exponent = Number(power) - part.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${exponent}`;
}

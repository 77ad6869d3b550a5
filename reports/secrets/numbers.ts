import { apart, type Decoding, textOf } from './digits.ts';

const bases = [
  ['in decimal numbers', 10, /^\d{1,15}$/],
  ['in hexadecimal numbers', 16, /^.{1,13}$/],
  ['in octal numbers', 8, /^[0-7]{1,17}$/],
  ['in binary numbers', 2, /^[01]{1,52}$/],
] as const;

/** Eight characters of ASCII take at least as many digits, in any of the bases. */
const fewestDigits = 16;

/**
 * What the numbers of a text say, if each is one or more bytes of ASCII, and so begins with a digit in any base: `[116, 111]`,
 * `chr(116).chr(111)`, `U+0074 U+006F`, `[29807, 27493]`. Whatever stands between them is passed over.
 */
export function fromNumbers(text: string): Decoding[] {
  const words = text.replace(/0b(?=[01])/g, '').match(/\d[0-9A-Fa-f]*/g) ?? [];
  return bases.flatMap(([how, base, form]) => {
    const numbers = words.filter((word) => form.test(word));
    if (numbers.join('').length < fewestDigits) return [];
    const bytes = numbers.map((digits) => bytesOf(Number.parseInt(digits, base)));
    const inOrders = [bytes, bytes.map((some) => some.toReversed())];
    return inOrders.map((all) => ({ how, kind: 'bytes', text: textOf(all.flat()) }) as const);
  });
}

const runs = [
  ['in decimal numbers', 10, /\D+/g, /1\d\d|[2-9]\d/g],
  ['in octal numbers', 8, /[^0-7]+/g, /1[0-7]{2}|[4-7][0-7]/g],
] as const;

/** What the digits of a text say as codes of ASCII that nothing separates, with zeros before them or not: 116111, 099097. */
export function fromRunsOfNumbers(text: string): Decoding[] {
  return runs.flatMap(([how, base, others, code]) => {
    const digits = text.replace(others, '');
    if (digits.length < fewestDigits) return [];
    // Read from the middle of a code on, it may never come to the beginning of one.
    const starts = [0, 1, 2].map((start) => digits.slice(start).match(code) ?? []);
    const said = starts.map((codes) => textOf(codes.map((one) => Number.parseInt(one, base))));
    return [{ how, kind: 'bytes', text: said.join(apart) }];
  });
}

/** The bytes of a whole number, the highest first. */
function bytesOf(number: number): number[] {
  const rest = Math.floor(number / 256);
  return [...(rest === 0 ? [] : bytesOf(rest)), number % 256];
}

import { type Fault, fault } from './faults.ts';

export interface Scalar {
  readonly value: unknown;
  /** Offset after the scalar. */
  readonly end: number;
}

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The letters, digits and signs from `start` on; empty where something else stands. */
export function wordAt(text: string, start: number): string {
  let end = start;
  while (isWordUnit(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/** a-z, 0-9, A-Z, plus, minus, full stop; not by a pattern, which k6's engine takes much longer over. */
function isWordUnit(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  if (unit >= 0x30 && unit <= 0x39) return true;
  return (unit >= 0x41 && unit <= 0x5a) || unit === 0x2b || unit === 0x2d || unit === 0x2e;
}

/** The value of a literal or a number; `undefined` for any other word. */
export function wordValue(word: string): unknown {
  if (Object.hasOwn(words, word)) return words[word];
  return number.test(word) ? Number(word) : undefined;
}

/** Reads the string whose opening quote stands at `start`. */
export function readString(text: string, start: number): (Scalar & { value: string }) | Fault {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote < 0) return { reason: 'cut off: a string is not closed', offset: text.length };
  const token = text.slice(start, quote + 1);
  if (!/[^ -[\]-\uffff]/.test(token)) return { value: token.slice(1, -1), end: quote + 1 };
  const bad = badPart(token);
  if (bad) return fault(bad.what, start + bad.index);
  return { value: JSON.parse(token), end: quote + 1 };
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

const knownEscape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

function badPart(token: string): { what: string; index: number } | undefined {
  const control = token.search(/[^ -\uffff]/);
  const end = control < 0 ? token.length : control;
  for (let index = token.indexOf('\\'); index >= 0 && index < end; index = token.indexOf('\\', index + 2)) {
    if (!knownEscape.test(token.slice(index, index + 6)))
      return { what: 'an unknown escape in a string', index };
  }
  return control < 0 ? undefined : { what: 'a bare control character in a string', index: control };
}

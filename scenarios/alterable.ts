/**
 * What of a token can be altered without leaving open whether it is the same token: ADR 19. A decoder may leave out `=` and
 * the lowest bits of the character before it, and need not know two cases apart where there is one.
 */
export interface Alterable {
  readonly token: string;
  /** Characters before the `=` at the end, or before the `~` at the end of a JWT. */
  readonly length: number;
  /** Of the characters before that the ones that are changed one at a time: all but `=`, and but brackets and the like at either end. */
  readonly places: readonly number[];
  /** Of each character, whether it is in a run of letters and digits that has both cases. */
  readonly isCased: readonly boolean[];
  /** Holds a text in base64, base32 or hexadecimal, or is one. */
  readonly isEncoded: boolean;
  readonly isJwt: boolean;
  /** Is, or ends in, hexadecimal digits, whose decoder may stop at the first other character. */
  readonly endsInDigits: boolean;
  /** The token with `%` for what is percent-encoded, and `=` where that is a `=`. */
  readonly masked: string;
}

export function alterable(token: string): Alterable {
  const masked = token.replace(/%3d/gi, '===').replace(/%[\da-f]{2}/gi, '%%%');
  const isJwt = /^eyJ[^.]*\.[^.]*\./.test(token);
  const length = masked.replace(isJwt ? /[=~]+$/ : /=+$/, '').length || token.length;
  const all = Array.from({ length }, (_, place) => place);
  const isBase85 = inBase85.test(masked);
  const [from, to] = /^[\w+/=.-]*$/.test(masked) ? [0, length] : endsOf(masked);
  const last = isBase85 ? Math.min(to, length - base85Group) : to;
  const first = Math.max(from, locationEnd(token));
  const places = all.filter((place) => masked.charAt(place) !== '=' && place >= first && place < last);
  return {
    token,
    length,
    places: places.length > 0 ? places : all,
    isCased: runsOf(masked).flatMap((run) => [...run].map(() => isCasedRun(run))),
    isEncoded:
      /^[\w+/.-]*$/.test(token.slice(0, length)) ||
      encodedPart.test(masked) ||
      endsInHex.test(token) ||
      isBase85 ||
      grouped.test(token),
    isJwt,
    endsInDigits: /^[\da-f-]+$/i.test(token) || endsInHex.test(token),
    masked,
  };
}

/** Eight bytes in hexadecimal, fifteen in base64 of either alphabet, padding, or what is percent-encoded. */
const encodedPart = /[A-Za-z0-9]{16}|[A-Za-z0-9+/]{20}|[\w-]{20}|=(?![A-Za-z0-9=])|%%%/;

/** Four bytes or more in hexadecimal, as behind `sk_live_` or `v1=`, perhaps before a brace; digits alone are a number. */
const endsInHex = /(?<![\da-f])(?=\d*[a-f])[\da-f]{8,}\}?$/i;

/** Signs that only base85 and its like have for digits. A group of fewer than five leaves out bits, and what is no digit. */
const inBase85 = /[!#$&()*;<>?@^`{}|]/;
const base85Group = 4;

/**
 * A macaroon of version 2 begins with a location, a hint that nothing signs: in base64 the bytes 2, 1, its length and itself,
 * perhaps behind a prefix, as in PyPI's. 0: the token is none.
 */
function locationEnd(token: string): number {
  const before = /^(\w+-)?(?=AgE)/.exec(token)?.[0].length;
  if (before === undefined) return 0;
  const length = fromBase64(token.slice(before, before + 4)).charCodeAt(2);
  const end = before + Math.ceil(((3 + length) * 4) / 3);
  return end < token.length / 2 ? end : 0;
}

/** Without what is neither letter nor digit at either end: brackets, which a decoder may leave out, and separators. */
function endsOf(text: string): [from: number, to: number] {
  const from = text.search(/[A-Za-z0-9]/);
  return [Math.max(0, from), text.replace(/[^A-Za-z0-9]+$/, '').length];
}

/** Groups with one and the same character between them, which a decoder may pass over: `9F:86:D0`. */
const grouped = /^[A-Za-z0-9]{1,8}([^A-Za-z0-9])(?:[A-Za-z0-9]{1,8}\1)+[A-Za-z0-9]{1,8}$/;

/** Hexadecimal is read in any case, also behind a few other characters: `0x9F86`, `v19F86`. */
const hexadecimalRun = /^.{0,3}[\da-f]{4,}h?$/i;

/**
 * A text in one case behind or before a few letters in the other, as in `tok01ARZ3` and `9f86NRAL`, may be read in any
 * case; a word with a capital is none.
 */
function isCasedRun(run: string): boolean {
  const letters = run.replace(/[^A-Za-z]/g, '');
  const changes = letters.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return (changes >= 3 || (changes > 0 && /^[A-Z][a-z]+$/.test(letters))) && !hexadecimalRun.test(run);
}

/** Letters and digits that stand together, and each other character alone. */
function runsOf(text: string): string[] {
  return text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Of characters up to U+00FF: k6's engine has no btoa. */
export function base64(text: string): string {
  const bits = [...text].map((char) => char.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const sixes = bits.match(/.{1,6}/g) ?? [];
  const encoded = sixes.map((six) => digits.charAt(parseInt(six.padEnd(6, '0'), 2))).join('');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}

/** The bytes as characters, of base64 of either alphabet. */
export function fromBase64(text: string): string {
  const values = [...text.replace(/-/g, '+').replace(/_/g, '/')].map((digit) => digits.indexOf(digit));
  const bits = values.flatMap((value) => (value < 0 ? [] : value.toString(2).padStart(6, '0'))).join('');
  return (bits.match(/.{8}/g) ?? []).map((eight) => String.fromCharCode(parseInt(eight, 2))).join('');
}

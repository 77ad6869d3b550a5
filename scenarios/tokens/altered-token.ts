import { type Alterable, base64, fromBase64 } from './alterable.ts';

/** A token that is not the access token. */
export interface MadeUpToken {
  readonly variety: string;
  readonly value: string;
  /** Derived from the access token, so that the change could be undone. */
  readonly isAltered: boolean;
  /** Index of the single character that differs from the access token; absent: more is altered. */
  readonly changedPlace?: number;
}

type TextChange = (text: string) => string;

/** Digests in hexadecimal, except hmacSha256, a signature in base64url without padding. */
export interface Hashes {
  readonly md5: TextChange;
  readonly sha1: TextChange;
  readonly sha256: TextChange;
  readonly hmacSha256: (key: string, text: string) => string;
}

export function altered(variety: string, value: string): MadeUpToken {
  return { variety, value, isAltered: true };
}

/** A token that reveals nothing of the access token, except perhaps its length. */
export function invented(variety: string, value: string): MadeUpToken {
  return { variety, value, isAltered: false };
}

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns a function that replaces each letter and digit by the character at its place in `others`, and all others except padding by `other`. */
function replacedBy(others: string, other?: string): TextChange {
  const replaced = (char: string) =>
    others[characters.indexOf(char)] ?? (char === '=' ? char : (other ?? char));
  return (text) => [...text].map(replaced).join('');
}

/** Swaps the case of a letter, a digit with its neighbour, and - with _. */
export const similarInCase = replacedBy('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1032547698_-');

/** Swaps a letter or digit with its neighbour. Hexadecimal digits stay hexadecimal. */
export const neighbouring = replacedBy('BADCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy1032547698');

/**
 * Replaces a letter or digit so that the highest bits of its value change, two in base64 and one in every base32 (RFC 4648 §6 and
 * §7, Crockford's), in either case: a decoder cannot ignore these.
 */
export const different = replacedBy('QRSTVV2345677777ABCDEFFFFFqrstvv2345677777abcdefffffQRghjkmnST', 'e');

/** The token with one character changed, to a similar one if that certainly makes another token. */
export function changedAt(of: Alterable, place: number, wantsSimilar: boolean): MadeUpToken {
  const { token, isCased, masked } = of;
  const char = token.charAt(place);
  const isSeparator = !/[A-Za-z0-9%]/.test(masked.charAt(place));
  const similar = isCased[place] || (isSeparator && isCased.includes(true)) ? similarInCase : neighbouring;
  const isLastOfPart = !/[A-Za-z0-9]/.test(token.charAt(place + 1));
  const isSimilar = wantsSimilar && !isLastOfPart && similar(char) !== char;
  const isInOtherCase = similar === similarInCase && /[a-z]/i.test(char);
  const similarly = isInOtherCase ? 'one letter in the other case' : 'one character changed to a similar one';
  const words = isSimilar ? similarly : 'one character changed to a very different one';
  const changed = char === '=' ? 'e' : (isSimilar ? similar : different)(char);
  const value = token.slice(0, place) + changed + token.slice(place + 1);
  return { ...altered(`the token with ${words}`, value), changedPlace: place };
}

export const inHexadecimal: TextChange = (text) =>
  [...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');

export const percentEncoded: TextChange = (text) => inHexadecimal(text).replace(/../g, '%$&');

/** A JWT header with another algorithm, otherwise unchanged. */
export function withAlgorithm(header: string, name: string): string {
  const named = fromBase64(header).replace(/("alg" *: *)"[^"]*"/, `$1"${name}"`);
  return base64(named).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

import { base64, fromBase64 } from '../../checks/base64.ts';
import { remembered } from '../../checks/remembered.ts';
import { inTurn, mix, shuffled } from '../random.ts';
import type { Alterable } from './alterable.ts';

/** A token that is not the access token. */
export interface MadeUpToken {
  readonly variety: string;
  readonly value: string;
  /** Derived from the access token, so that the change could be undone. */
  readonly isAltered: boolean;
  /** Absent: Bearer. */
  readonly scheme?: string;
  /** Index of the single character that differs from the access token; absent: more is altered. */
  readonly changedPlace?: number;
  /** The change may be in a part of the access token that nothing signs: then it is the same token. */
  readonly mayBeUnsigned?: boolean;
}

/** Makes another token each time. `turn`: how many tokens of the level came before. */
export type Maker = (turn: number) => MadeUpToken;

/** Digests in hexadecimal, and signatures in base64url without padding. */
export interface Hashes {
  readonly digest: (algorithm: 'md5' | 'sha1' | 'sha256', text: string) => string;
  readonly hmacSha256: (key: string, text: string) => string;
}

export function altered(variety: string, value: string): MadeUpToken {
  return { variety, value, isAltered: true };
}

/** A token that reveals nothing of the access token, except perhaps its length. */
export function invented(variety: string, value: string): MadeUpToken {
  return { variety, value, isAltered: false };
}

/** Letters, digits and two signs, in the order of their values in base64url. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns a function that replaces each of `characters` by the one at its place in `others`, if there is one. */
function replacedBy(others: string) {
  return (text: string) => [...text].map((char) => others[characters.indexOf(char)] ?? char).join('');
}

/** Swaps the case of a letter, a digit with its neighbour, and - with _. */
export const similarInCase = replacedBy('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1032547698_-');

/** Swaps a letter or digit with its neighbour. Hexadecimal digits stay hexadecimal. */
export const neighbouring = replacedBy('BADCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy1032547698');

/** Encodings in the order of their digits' values. A decoder may ignore the lowest four bits of a last digit. */
const encodings = [
  { digits: characters, isCased: true },
  // RFC 4648 §6 and §7, and Crockford's.
  { digits: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', isCased: false },
  { digits: '0123456789ABCDEFGHIJKLMNOPQRSTUV', isCased: false },
  { digits: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', isCased: false },
];

/** The highest bits of the value of a character in each encoding; -1: it is no digit. */
const highestBits = (char: string) =>
  encodings.map(({ digits, isCased }) => digits.indexOf(isCased ? char : char.toUpperCase()) >> 4);

/** Digits of hexadecimal, base32 and base64 at once. */
export const digitsOfAll = 'bcdef234567';

/**
 * The letters and digits whose highest bits differ from those of a character in every encoding, so that a decoder reads another
 * token. A decoder may skip what stands between digits: such a character becomes a digit of every encoding.
 */
const differentFrom = remembered((char) => {
  const own = highestBits(char);
  const isDifferent = (other: string) =>
    highestBits(other).every((bits, place) => bits >= 0 && bits !== own[place]);
  const possible = /[A-Za-z0-9]/.test(char) ? characters : digitsOfAll;
  return [...possible].filter(isDifferent).join('');
});

/** Replaces all characters except padding by very different ones. */
export function different(text: string): string {
  return [...text].map((char) => (char === '=' ? char : differentFrom(char).charAt(0))).join('');
}

/**
 * The token with one character changed: in each round to another, until all are used up. Depending on the place, the first or the
 * second is similar to it, if that certainly makes another token.
 */
export function changedAt(of: Alterable, place: number, round: number, seed: number): MadeUpToken {
  const { token, isCased, isGrouped, masked } = of;
  const char = token.charAt(place);
  // Between groups of digits, one separator may stand for another.
  const isDigitSign = !isGrouped && !/[A-Za-z0-9%]/.test(masked.charAt(place));
  const similar = isCased[place] || (isDigitSign && isCased.includes(true)) ? similarInCase : neighbouring;
  const isLastOfPart = !/[A-Za-z0-9]/.test(token.charAt(place + 1));
  const isInOtherCase = similar === similarInCase && /[a-z]/i.test(char);
  const similarly = isInOtherCase ? 'one letter in the other case' : 'one character changed to a similar one';
  const others = shuffled([...differentFrom(char)], mix(place, seed));
  if (!isLastOfPart && similar(char) !== char) others.splice(place % 2, 0, similar(char));
  const to = inTurn(others, round);
  const words = to === similar(char) ? similarly : 'one character changed to a very different one';
  const value = token.slice(0, place) + to + token.slice(place + 1);
  const made = altered(`the token with ${words}`, value);
  return { ...made, changedPlace: place, mayBeUnsigned: of.mayBePartlySigned };
}

export function inHexadecimal(text: string): string {
  return [...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** A JWT header with another algorithm, otherwise unchanged. */
export function withAlgorithm(header: string, name: string): string {
  const named = fromBase64(header).replace(/("alg" *: *)"[^"]*"/, `$1"${name}"`);
  return base64(named).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

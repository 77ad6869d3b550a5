import { base64 } from '../../checks/base64.ts';
import { inTurn, mix, shuffled } from '../random.ts';
import type { Alterable } from './alterable.ts';
import {
  altered,
  changedAt,
  different,
  digitsOfAll,
  type Hashes,
  inHexadecimal,
  type MadeUpToken,
  type Maker,
  neighbouring,
  similarInCase,
} from './altered-token.ts';

/** Changes each place once before repeating any, in an order that depends on the seed. */
export function characterChanger(of: Alterable, seed: number): Maker {
  const places = shuffled(of.places, seed);
  return (turn) => changedAt(of, inTurn(places, turn), Math.floor(turn / places.length), seed);
}

/** A service that stores a hash of the token may accept the hash itself. */
export function hashed({ token }: Alterable, _: number, { digest }: Hashes): MadeUpToken[] {
  return [
    altered('the MD5 of the token', digest('md5', token)),
    altered('the SHA-1 of the token', digest('sha1', token)),
    altered('the SHA-256 of the token', digest('sha256', token)),
    ...(token.length > longestEncoded
      ? []
      : [
          altered('the token in base64', base64(token)),
          altered('the token in hexadecimal', inHexadecimal(token)),
        ]),
  ];
}

// These tokens find what a single changed character does not: a service that ignores part of a token, or its case. Altering a short or
// regular token may leave it unchanged.

export function longerAndShorter(of: Alterable): MadeUpToken[] {
  const { token, length, isCased, masked } = of;
  // A decoder may stop at a =.
  const half = masked.slice(0, Math.floor(length / 2)).replace(/=+$/, '').length;
  const [all, end] = [token.slice(0, length), token.slice(length)];
  const similar = isCased.includes(true) ? similarInCase : neighbouring;
  // Hexadecimal digits stay hexadecimal: a decoder would ignore others at the end.
  const eightAt = (from: number) => {
    const change = masked.slice(from, from + 8).includes('%') ? different : similar;
    return change(all.slice(from, from + 8));
  };
  return [
    altered('the token followed by eight more characters', all + eightAt(Math.max(0, length - 8)) + end),
    // Some UUID parsers drop surplus digits at the front.
    ...(uuid.test(token) ? [] : [altered('eight more characters followed by the token', eightAt(0) + token)]),
    altered('the first half of the token', token.slice(0, half)),
    altered('the second half of the token', token.slice(half)),
    ...prefixLost(of),
    ...endsLost(of),
  ];
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Parts of a prefix: a random token may have more separators that look like it. */
const mostParts = 4;

/**
 * A service may take a prefix such as `svc_` or `sk-ant-api03-`, or a part of it, as optional, but not if a character of it can be altered.
 * `urn:uuid:` stays: a UUID is the same without it.
 */
function prefixLost({ token, places: [first = 0], isJwt }: Alterable): MadeUpToken[] {
  const [prefix = ''] = /^(?!urn:uuid:)(?:[A-Za-z][A-Za-z\d]*[_.:-])+(?=.{8})/.exec(token) ?? [];
  const parts = isJwt ? [] : (prefix.match(/.+?[_.:-]/g) ?? []).slice(0, mostParts);
  const lengths = parts.map((_, at) => parts.slice(0, at + 1).join('').length);
  return lengths
    .filter((length) => first < length)
    .map((length) => altered('the token without its prefix', token.slice(length)));
}

/** Drops what a service may ignore at either end, such as zeros or a row number, plus three characters. */
function endsLost(of: Alterable): MadeUpToken[] {
  const { token, length } = of;
  const first = (/^(\d+\||[^A-Za-z0-9]*[01Aa]*)/.exec(token)?.[0].length ?? 0) + 3;
  const last = token.slice(0, length).replace(/[^A-Za-z0-9]+$/, '').length - 3;
  if (last - first < 3) return [];
  return [
    altered('the token without its first characters', token.slice(first)),
    altered('the token without its last characters', token.slice(0, last) + token.slice(length)),
  ];
}

/** Hexadecimal doubles the length of a token, and many servers refuse a header of 8 kB. */
const longestEncoded = 1300;

export function rearranged(of: Alterable): MadeUpToken[] {
  const { token, length, places } = of;
  const third = Math.floor(length / 3);
  const middle = places[Math.floor(places.length / 2)] ?? 0;
  // Not across a hyphen: some UUID parsers ignore hyphens.
  const pair = token.slice(middle, length).search(/([A-Za-z0-9])(?!\1)[A-Za-z0-9]/i);
  const place = middle + pair;
  const [before, after] = [token.slice(0, place), token.slice(place + 2)];
  const [one, other] = [token.charAt(place), token.charAt(place + 1)];
  const moved = token.slice(third, length) + token.slice(0, third) + token.slice(length);
  return [
    altered('the token with its first third moved to the end', moved),
    ...(pair < 0
      ? []
      : [
          altered('the token with two neighbouring characters swapped', before + other + one + after),
          // Drops the second of the pair, as the first may be a zero without meaning.
          altered('the token without one of its inner characters', before + one + after),
        ]),
  ];
}

/** Excludes comma, semicolon, space and =, which could begin another credential, a parameter or a value. */
const separators = [...':.-_~+/|@#'];

/** Digits of base64url. Some parsers end a JWT at any other character. */
const inJwt = '-_';

/** Adds other characters each time, and a separator, at either end, but not after a token where a decoder may stop (ADR 19). */
export function separated(of: Alterable, seed: number): (MadeUpToken | Maker)[] {
  const { token, length, isJwt, endsInDigits } = of;
  const few = (turn: number) => {
    // A letter first: what begins with digits may be read as their number.
    const others = shuffled([...digitsOfAll], mix(turn, seed)).slice(0, 5);
    const drawn = `e${others.join('')}`;
    return /[a-z]/.test(token) ? drawn : drawn.toUpperCase();
  };
  const mayBeCutOff = length < token.length || endsInDigits;
  const behind = mayBeCutOff ? [] : separators.filter((sign) => !isJwt || inJwt.includes(sign));
  return [
    ...behind.map(
      (sign): Maker =>
        (turn) =>
          altered(`the token followed by ${sign} and more characters`, token + sign + few(turn)),
    ),
    ...separators.map(
      (sign): Maker =>
        (turn) =>
          altered(`more characters before ${sign} and the token`, few(turn) + sign + token),
    ),
    ...(of.isEncoded
      ? []
      : [altered('the token and a dot', `${token}.`), altered('a dot and the token', `.${token}`)]),
  ];
}

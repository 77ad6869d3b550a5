import type { Alterable } from './alterable.ts';
import {
  altered,
  different,
  type MadeUpToken,
  neighbouring,
  type Piece,
  percentEncoded,
  reversed,
  similarInCase,
} from './altered-token.ts';

/** The token with the character at one place changed: to a similar one where that is surely another token. */
export function changedAt(of: Alterable, place: number, wantsSimilar: boolean): MadeUpToken {
  const { token, isCased, masked } = of;
  const char = token.charAt(place);
  const isSeparator = !/[A-Za-z0-9%]/.test(masked.charAt(place));
  const similar = isCased[place] || (isSeparator && isCased.includes(true)) ? similarInCase : neighbouring;
  const isLastOfPart = !/[A-Za-z0-9]/.test(token.charAt(place + 1));
  const isSimilar = wantsSimilar && !isLastOfPart && similar.apply(char) !== char;
  const turn = isSimilar ? similar : different;
  const variety = `the token with ${changeWords(isSimilar, similar === similarInCase && /[a-z]/i.test(char))}`;
  const changed = char === '=' ? 'e' : { from: place, to: place + 1, turn };
  const parts = [{ from: 0, to: place }, changed, rest(of, place + 1)];
  return { ...altered(token, variety, parts), changedPlace: place };
}

function changeWords(isSimilar: boolean, isInOtherCase: boolean): string {
  if (!isSimilar) return 'one character changed to a very different one';
  return isInOtherCase ? 'one letter in the other case' : 'one character changed to a similar one';
}

/** Of what an altered token is put together; worked out only when it is sent. */
export type Alteration = readonly [variety: string, parts: readonly (Piece | string)[]];

/**
 * The access token altered in the ways that a single character changed does not stand for: what ignores a part of a token, or
 * the case of it, takes that too. A short or regular one can come out as it was.
 */
export function nearTokens(of: Alterable): Alteration[] {
  return [
    ...longerAndShorter(of),
    ...rearranged(of),
    ...separated(of),
    ...(of.isEncoded ? [] : punctuated(of)),
  ];
}

function longerAndShorter(of: Alterable): Alteration[] {
  const { token, length, isCased, masked } = of;
  // Behind a = no decoder may look.
  const half = masked.slice(0, Math.floor(length / 2)).replace(/=+$/, '').length;
  const [all, end] = [{ from: 0, to: length }, rest(of, length)];
  const similar = isCased.includes(true) ? similarInCase : neighbouring;
  // Behind hexadecimal digits some that are none would be left out.
  const eightAt = (from: number): Piece => ({
    from,
    to: Math.min(from + 8, length),
    turn: masked.slice(from, from + 8).includes('%') ? different : similar,
  });
  return [
    ['the token followed by eight more characters', [all, eightAt(Math.max(0, length - 8)), end]],
    // Of a UUID some shift out what is too much at the front.
    ...(uuid.test(token)
      ? []
      : [['eight more characters followed by the token', [eightAt(0), all, end]] as const]),
    ['the first half of the token', [{ from: 0, to: half }]],
    ['the second half of the token', [{ from: half, to: length }, end]],
    ...endsLost(of),
  ];
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What may be left out at either end, such as zeros of any base and the number of a row, and three characters that may not. */
function endsLost(of: Alterable): Alteration[] {
  const { token, length } = of;
  const first = (/^(\d+\||[^A-Za-z0-9]*[01Aa]*)/.exec(token)?.[0].length ?? 0) + 3;
  const last = token.slice(0, length).replace(/[^A-Za-z0-9]+$/, '').length - 3;
  if (last - first < 3) return [];
  return [
    ['the token without its first characters', [rest(of, first)]],
    ['the token without its last characters', [{ from: 0, to: last }, rest(of, length)]],
  ];
}

const longestEncoded = 1300;

function rearranged(of: Alterable): Alteration[] {
  const { token, length } = of;
  const [third, middle] = [Math.floor(length / 3), Math.floor(length / 2)];
  // A letter beside a hyphen is left where it is: some read a UUID without them.
  const pair = token.slice(middle, length).search(/([A-Za-z0-9])(?!\1)[A-Za-z0-9]/i);
  const place = middle + pair;
  const swapped = [
    { from: 0, to: place },
    { from: place, to: place + 2, turn: reversed },
    rest(of, place + 2),
  ];
  return [
    [
      'the token with its first third moved to the end',
      [{ from: third, to: length }, { from: 0, to: third }, rest(of, length)],
    ],
    ...(pair < 0 ? [] : [['the token with two neighbouring characters swapped', swapped] as const]),
    // Three times as long: many servers read no header of 8 kB.
    ...(token.length > longestEncoded
      ? []
      : [['the token percent-encoded', [{ from: 0, to: token.length, turn: percentEncoded }]] as const]),
  ];
}

function punctuated({ token }: Alterable): Alteration[] {
  const all = { from: 0, to: token.length };
  return [
    ['the token and a dot', [all, '.']],
    ['a dot and the token', ['.', all]],
  ];
}

/** A comma, a semicolon and a space could begin another credential or a parameter, and = a value. */
const separators = [...':.-_~+/|@#'];

/** Digits of base64url: some take a JWT for what stands before any other character. */
const inJwt = '-_';

/** Digits of base32, base64 and hexadecimal; nothing of the token. */
const more = 'b2c3d4';

/** More characters behind a separator, or before one: not behind a token where a decoder may stop there (ADR 19). */
function separated({ token, length, isJwt, endsInDigits }: Alterable): Alteration[] {
  const all = { from: 0, to: token.length };
  const few = /[a-z]/.test(token) ? more : more.toUpperCase();
  const mayBeCutOff = length < token.length || endsInDigits;
  const behind = mayBeCutOff ? [] : separators.filter((separator) => !isJwt || inJwt.includes(separator));
  return [
    ...behind.map(
      (separator): Alteration => [
        `the token followed by ${separator} and more characters`,
        [all, separator, few],
      ],
    ),
    ...separators.map(
      (separator): Alteration => [`more characters before ${separator} and the token`, [few, separator, all]],
    ),
  ];
}

function rest({ token }: Alterable, from: number): Piece {
  return { from, to: token.length };
}

import { inTurn, shuffled } from '../random.ts';
import type { Alterable } from './alterable.ts';
import {
  changedAt,
  different,
  type Hashes,
  inBase64,
  inHexadecimal,
  type MadeUpToken,
  madeUp,
  neighbouring,
  percentEncoded,
  piece,
  reversed,
  similarInCase,
  type TextChange,
} from './altered-token.ts';

/** Changes each place once before any comes again, in an order that depends on the seed. */
export function characterChanger(of: Alterable, seed: number): (turn: number) => MadeUpToken {
  const places = shuffled(of.places, seed);
  return (turn) => {
    const place = inTurn(places, turn);
    return changedAt(of, place, (place + Math.floor(turn / places.length)) % 2 === 0);
  };
}

/** A service may keep a hash of the token, and take that for it. */
export function hashed({ token }: Alterable, { md5, sha1, sha256 }: Hashes): MadeUpToken[] {
  const digest = (name: string, apply: TextChange['apply'], command: string, characters: number) =>
    madeUp(
      `the ${name} of the token`,
      piece(token, 0, token.length, { apply, inShell: `${command} | cut -c1-${characters}` }),
    );
  const encoded = (name: string, change: TextChange) =>
    madeUp(`the token ${name}`, piece(token, 0, token.length, change));
  return [
    digest('MD5', md5, 'md5sum', 32),
    digest('SHA-1', sha1, 'sha1sum', 40),
    digest('SHA-256', sha256, 'sha256sum', 64),
    ...(token.length > longestEncoded
      ? []
      : [
          encoded('percent-encoded', percentEncoded),
          encoded('in base64', inBase64),
          encoded('in hexadecimal', inHexadecimal),
        ]),
  ];
}

// What a single changed character does not cover: a service that ignores a part of a token, or its case, accepts these too. A short or
// regular token can come out unchanged.

export function longerAndShorter(of: Alterable): MadeUpToken[] {
  const { token, length, isCased, masked } = of;
  // A decoder may stop at a =.
  const half = masked.slice(0, Math.floor(length / 2)).replace(/=+$/, '').length;
  const [all, end] = [piece(token, 0, length), piece(token, length)];
  const similar = isCased.includes(true) ? similarInCase : neighbouring;
  // Hexadecimal digits stay hexadecimal: a decoder would ignore others at the end.
  const eightAt = (from: number) => {
    const change = masked.slice(from, from + 8).includes('%') ? different : similar;
    return piece(token, from, Math.min(from + 8, length), change);
  };
  const eightBefore = madeUp('eight more characters followed by the token', eightAt(0), all, end);
  return [
    madeUp('the token followed by eight more characters', all, eightAt(Math.max(0, length - 8)), end),
    // Some parsers of a UUID drop surplus digits at the front.
    ...(uuid.test(token) ? [] : [eightBefore]),
    madeUp('the first half of the token', piece(token, 0, half)),
    madeUp('the second half of the token', piece(token, half, length), end),
    ...endsLost(of),
  ];
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Leaves out whatever a service may ignore at either end, such as zeros or a row number, and three characters more. */
function endsLost(of: Alterable): MadeUpToken[] {
  const { token, length } = of;
  const first = (/^(\d+\||[^A-Za-z0-9]*[01Aa]*)/.exec(token)?.[0].length ?? 0) + 3;
  const last = token.slice(0, length).replace(/[^A-Za-z0-9]+$/, '').length - 3;
  if (last - first < 3) return [];
  return [
    madeUp('the token without its first characters', piece(token, first)),
    madeUp('the token without its last characters', piece(token, 0, last), piece(token, length)),
  ];
}

/** Percent-encoding makes a token three times as long, and many servers refuse a header of 8 kB. */
const longestEncoded = 1300;

export function rearranged(of: Alterable): MadeUpToken[] {
  const { token, length } = of;
  const [third, middle] = [Math.floor(length / 3), Math.floor(length / 2)];
  // Not across a hyphen: some parsers of a UUID ignore them.
  const pair = token.slice(middle, length).search(/([A-Za-z0-9])(?!\1)[A-Za-z0-9]/i);
  const place = middle + pair;
  const swapped = piece(token, place, place + 2, reversed);
  const [before, after] = [piece(token, 0, place), piece(token, place + 2)];
  // Not the first of the pair: it may be a zero that means nothing.
  const lost = [piece(token, 0, place + 1), after];
  const moved = [piece(token, third, length), piece(token, 0, third), piece(token, length)];
  return [
    madeUp('the token with its first third moved to the end', ...moved),
    ...(pair < 0
      ? []
      : [
          madeUp('the token with two neighbouring characters swapped', before, swapped, after),
          madeUp('the token without one of its inner characters', ...lost),
        ]),
  ];
}

/** Not a comma, a semicolon, a space or =: these could begin another credential, a parameter or a value. */
const separators = [...':.-_~+/|@#'];

/** Digits of base64url. Some parsers end a JWT at any other character. */
const inJwt = '-_';

/** Digits of base32, base64 and hexadecimal, not taken from the token. */
const more = 'b2c3d4';

/** Adds characters after a separator, or before one; not after a token where a decoder may stop (ADR 19). */
export function separated(of: Alterable): MadeUpToken[] {
  const { token, length, isJwt, endsInDigits } = of;
  const all = piece(token, 0);
  const few = /[a-z]/.test(token) ? more : more.toUpperCase();
  const mayBeCutOff = length < token.length || endsInDigits;
  const behind = mayBeCutOff ? [] : separators.filter((sign) => !isJwt || inJwt.includes(sign));
  return [
    ...behind.map((sign) => madeUp(`the token followed by ${sign} and more characters`, all, sign, few)),
    ...separators.map((sign) => madeUp(`more characters before ${sign} and the token`, few, sign, all)),
    ...(of.isEncoded
      ? []
      : [madeUp('the token and a dot', all, '.'), madeUp('a dot and the token', '.', all)]),
  ];
}

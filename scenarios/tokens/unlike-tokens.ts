import { inTurn, mix, randomText, shareOf } from '../random.ts';
import type { Alterable } from './alterable.ts';
import {
  altered,
  type Hashes,
  invented,
  type MadeUpToken,
  type Maker,
  withAlgorithm,
} from './altered-token.ts';

/** Characters of the longest random token: many servers refuse a header of 8 KiB. */
const mostCharacters = 7000;

/** The fraction of the golden ratio: its multiples, without their whole parts, are spread evenly over 0 to 1, however many are taken. */
const goldenFraction = (Math.sqrt(5) - 1) / 2;

/**
 * A guard may fail open for tokens of some lengths: those that exceed the 72 bytes of bcrypt or a database column of 255, or a buffer.
 * Lengths are spread evenly by their logarithm. The first is one of the longest, so that a short run sends it.
 */
function otherLength(turn: number, seed: number): number {
  const share = (1 - shareOf(0, seed) / 25 + turn * goldenFraction) % 1;
  return Math.ceil(mostCharacters ** share);
}

export function randomTokens({ token }: Alterable, seed: number): Maker[] {
  const ofOtherLength: Maker = (turn) =>
    invented('a random token of another length', randomText(turn, otherLength(turn, seed), seed));
  const ofSameLength: Maker = (turn) =>
    invented('a random token of the same length', randomText(turn, token.length, seed));
  const alike: Maker = (turn) => altered('a random token of the same shape', ofSameShape(token, turn, seed));
  const others = Array<Maker>(3).fill(ofOtherLength);
  return [ofOtherLength, ofSameLength, ...others, alike, ...others];
}

/**
 * The document's placeholder; words that careless code takes for nothing; names that every JavaScript object has; leftovers of
 * deployments; characters of two, and of four bytes: what looks a token up may fail on them, and a guard may admit whom it cannot look up.
 */
const wordsTried = [
  ...['ACCESS_TOKEN', '<ACCESS_TOKEN>', 'null', 'undefined', 'None', 'nil', 'NaN', 'false', 'true', '0'],
  ...['constructor', '__proto__', 'toString', 'invalid', 'test', 'admin', 'demo', 'changeme', 'secret'],
  ...['token', 'password', 'default', 'guest', 'root', 'debug', 'dev', 'example', 'anonymous', 'apikey'],
  ...['test-token', 'dummy', '123456', '12345', 'abc123', 'letmein', 'your-access-token', 'x', '1'],
  ...['schlüssel', 'ключ', '\u{1f511}'],
];
const theWord = (word: string) => invented(`the word ${word}`, word);

export function words({ token }: Alterable): MadeUpToken[] {
  return wordsTried.filter((word) => word.toLowerCase() !== token.toLowerCase()).map(theWord);
}

/** Patterns and ends of queries that would match other tokens too. */
export function patterns({ token, places, masked }: Alterable): MadeUpToken[] {
  const half = masked.slice(0, Math.floor(token.length / 2)).replace(/=+$/, '').length;
  const isInside = (place: number) => /^[A-Za-z0-9]{3}$/.test(masked.slice(place - 1, place + 2));
  const place = places.slice(Math.floor(places.length / 2)).find(isInside);
  const onePlace = (at: number) => (sign: string) =>
    altered(`the token with ${sign} for one character`, token.slice(0, at) + sign + token.slice(at + 1));
  return [
    ...['%', '*', '.*', '..', '^.*$', '.+', '[^ ]+', "' OR '1'='1", '" OR "1"="1', "') OR ('1'='1"].map(
      theWord,
    ),
    ...['_', '.', '?'].map((sign) =>
      invented(`as many ${sign} as the token has characters`, sign.repeat(token.length)),
    ),
    ...(place === undefined ? [] : ['_', '.', '?', '%', '*'].map(onePlace(place))),
    ...['%', '*', '.*'].map((sign) =>
      altered(`the first half of the token and ${sign}`, token.slice(0, half) + sign),
    ),
  ];
}

const namesOfNone = ['none', 'None', 'NONE', 'nOnE'];

/** {"alg":"HS256","typ":"JWT"} */
const usualHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

/** {"alg":"HS256","typ":"JWT","kid":"../../../../../../dev/null"} */
const headerOfEmptyFile =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ii4uLy4uLy4uLy4uLy4uLy4uL2Rldi9udWxsIn0';

/** {"sub":"usr_1","exp":4102444800} */
const someJwt = `${usualHeader}.eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0.${'A'.repeat(43)}`;

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

const usualKeys = ['', 'secret', 'your-256-bit-secret', 'changeme', 'password', 'key'];

/** Replaces each digit and letter with another one from the token. A check of the form alone accepts the result. */
function ofSameShape(token: string, turn: number, seed: number): string {
  return alphabets.reduce((text, alphabet) => {
    const own = [...new Set(token.match(alphabet))];
    return text.replace(alphabet, (char, place: number) => {
      const others = own.filter((one) => one !== char);
      return others.length === 0 ? char : inTurn(others, mix(turn * 8191 + place, seed));
    });
  }, token);
}

/**
 * JWTs without a valid signature, or that anyone can sign: with an empty key, with one from the first page of a tutorial, or with that
 * of an empty file, if a service reads the key from the file that the JWT names. Derived from the access token if it is a JWT.
 */
export function jwts(
  { token, isJwt, jwtFrom }: Alterable,
  seed: number,
  { hmacSha256 }: Hashes,
): MadeUpToken[] {
  const [header = '', claims = '', ...rest] = (isJwt ? token.slice(jwtFrom) : someJwt).split('.');
  const signature = rest.join('.');
  const before = token.slice(0, Math.max(0, jwtFrom));
  const make = (variety: string, value: string) => (isJwt ? altered : invented)(variety, before + value);
  const unsigned = namesOfNone.flatMap((name) => {
    const start = `${withAlgorithm(header, name)}.${claims}.`;
    return [
      make('a JWT that says it has no signature', start),
      make('a JWT that says it has no signature, and has one', start + signature),
    ];
  });
  const signed = `${header}.${claims}`;
  const usual = `${usualHeader}.${claims}`;
  const ofEmptyFile = `${headerOfEmptyFile}.${claims}`;
  const zeros = 'A'.repeat(signature.replace(/[=~]+$/, '').length);
  return [
    make('a JWT with a made-up signature', `${signed}.${randomText(1, 43, seed)}`),
    ...unsigned,
    make('a JWT with a signature of zeros', `${signed}.${zeros}`),
    make('a JWT without its signature', `${signed}.`),
    make('a JWT without its signature and the dot before it', signed),
    ...usualKeys.map((key) =>
      make(`a JWT signed with the key "${key}"`, `${usual}.${hmacSha256(key, usual)}`),
    ),
    make('a JWT that names an empty file as its key', `${ofEmptyFile}.${hmacSha256('', ofEmptyFile)}`),
  ];
}

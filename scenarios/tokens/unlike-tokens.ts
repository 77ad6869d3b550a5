import { inTurn, mix, randomText } from '../random.ts';
import type { Alterable } from './alterable.ts';
import {
  type Hashes,
  inBase64Url,
  type MadeUpToken,
  madeUp,
  piece,
  type TextChange,
  withAlgorithm,
} from './altered-token.ts';

type Maker = (turn: number) => MadeUpToken;

export function randomTokens({ token }: Alterable, seed: number): Maker[] {
  return [
    (turn) => madeUp('a random token of the same length', randomText(turn, token.length, seed)),
    (turn) => madeUp('a random token of 300 characters', randomText(turn, longerThanColumns, seed)),
    (turn) => madeUp('a random token of the same shape', ofSameShape(token, turn, seed)),
  ];
}

/**
 * The document's placeholder; words that careless code takes for nothing; names that every JavaScript object has; what
 * deployments leave behind.
 */
export const wordsTried = [
  ...['ACCESS_TOKEN', '<ACCESS_TOKEN>', 'null', 'undefined', 'None', 'nil', 'NaN', 'false', 'true', '0'],
  ...['constructor', '__proto__', 'toString', 'invalid', 'test', 'admin', 'demo', 'changeme', 'secret'],
  ...['token', 'password', 'default', 'guest', 'root', 'debug', 'dev', 'example', 'anonymous', 'apikey'],
  ...['test-token', 'dummy', '123456', '12345', 'abc123', 'letmein', 'your-access-token', 'x', '1'],
];
export const theWord = (word: string) => madeUp(`the word ${word}`, word);

/** Of other texts than the token too: what a query or a comparison by pattern takes. */
export function patterns({ token, places, masked }: Alterable): MadeUpToken[] {
  const half = masked.slice(0, Math.floor(token.length / 2)).replace(/=+$/, '').length;
  const isInside = (place: number) => /^[A-Za-z0-9]{3}$/.test(masked.slice(place - 1, place + 2));
  const place = places.slice(Math.floor(places.length / 2)).find(isInside);
  const onePlace = (sign: string) =>
    madeUp(
      `the token with ${sign} for one character`,
      piece(token, 0, place),
      sign,
      piece(token, (place ?? 0) + 1),
    );
  return [
    ...['%', '*', '.*', '..', '^.*$', '.+', '[^ ]+', "' OR '1'='1", '" OR "1"="1', "') OR ('1'='1"].map(
      theWord,
    ),
    ...['_', '.', '?'].map((sign) =>
      madeUp(`as many ${sign} as the token has characters`, sign.repeat(token.length)),
    ),
    ...(place === undefined ? [] : ['_', '.', '?', '%', '*'].map(onePlace)),
    ...['%', '*', '.*'].map((sign) =>
      madeUp(`the first half of the token and ${sign}`, piece(token, 0, half), sign),
    ),
  ];
}

/** Databases often keep a token in a column of 255 characters, and code may fail open where one does not fit. */
const longerThanColumns = 300;

const namesOfNone = ['none', 'None', 'NONE', 'nOnE'];

/** Of {"alg":"HS256","typ":"JWT"} and {"sub":"usr_1","exp":4102444800}. */
const someJwt = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0.${'A'.repeat(43)}`;

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

/** JWTs that anyone can sign: with an empty key, or one from the first page of a tutorial. */
export function signedJwts({ token, isJwt }: Alterable, { hmacSha256 }: Hashes): MadeUpToken[] {
  const dot = token.indexOf('.');
  const claims = isJwt
    ? piece(token, dot, token.indexOf('.', dot + 1))
    : someJwt.slice(36, someJwt.lastIndexOf('.'));
  return usualKeys.map((key) => {
    const signed = madeUp(`a JWT signed with the key "${key}"`, someJwt.slice(0, 36), claims);
    const signing = `printf %s "${signed.inShell}" | openssl dgst -sha256 -hmac "${key}" -binary | ${inBase64Url}`;
    const signature = {
      value: hmacSha256(key, signed.value),
      inShell: isJwt ? `$(${signing})` : hmacSha256(key, signed.value),
    };
    return madeUp(signed.variety, signed, '.', signature);
  });
}

const usualKeys = ['', 'secret', 'your-256-bit-secret', 'changeme', 'password', 'key'];

/** Replaces each digit and letter with another one that the token has: a check of the form alone accepts the result. */
function ofSameShape(token: string, turn: number, seed: number): string {
  return alphabets.reduce((text, alphabet) => {
    const own = [...new Set(token.match(alphabet))];
    return text.replace(alphabet, (char, place: number) => {
      const others = own.filter((one) => one !== char);
      return others.length === 0 ? char : inTurn(others, mix(turn * 8191 + place, seed));
    });
  }, token);
}

/** JWTs without a valid signature, made from the access token if that is one. */
export function jwts({ token, length, isJwt }: Alterable, seed: number): MadeUpToken[] {
  const jwt = isJwt ? token : someJwt;
  const part = (from: number, to: number, change?: TextChange) => {
    if (isJwt) return piece(token, from, to, change);
    const text = someJwt.slice(from, to);
    return change?.apply(text) ?? text;
  };
  const dot = jwt.indexOf('.');
  const signature = jwt.indexOf('.', dot + 1) + 1;
  const signed = part(0, signature);
  const zeros = 'A'.repeat((isJwt ? length : jwt.length) - signature);
  const unsigned = namesOfNone.map(withAlgorithm).flatMap((change) => {
    const header = part(0, dot, change);
    return [
      madeUp('a JWT that says it has no signature', header, part(dot, signature)),
      madeUp('a JWT that says it has no signature, and has one', header, part(dot, jwt.length)),
    ];
  });
  return [
    madeUp('a JWT with a made-up signature', signed, randomText(1, 43, seed)),
    ...unsigned,
    madeUp('a JWT with a signature of zeros', signed, zeros),
    madeUp('a JWT without its signature', signed),
    madeUp('a JWT without its signature and the dot before it', part(0, signature - 1)),
  ];
}

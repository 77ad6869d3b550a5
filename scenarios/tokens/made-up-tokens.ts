import { inTurn, mix, randomText, shuffled } from '../random.ts';
import { type Alterable, alterable } from './alterable.ts';
import { type MadeUpToken, madeUp, piece, type TextChange, withAlgorithm } from './altered-token.ts';
import { changedAt, nearTokens } from './near-tokens.ts';

/**
 * Returns a function that makes the n-th token. Every second one is the access token with one character changed; the others are
 * made in all other ways in turn.
 */
export function madeUpTokens(token: string, seed: number): (index: number) => MadeUpToken {
  const of = alterable(token);
  const changed = characterChanger(of, seed);
  const others = [...unlikeTokens(of, seed), ...nearTokens(of).map((near) => () => near)];
  return (index) => {
    const turn = Math.floor(index / 2);
    const other = index % 2 === 0 ? null : inTurn(others, turn)(turn);
    const isUsable = other !== null && other.value !== token && other.value !== '';
    return isUsable ? other : changed(turn);
  };
}

/** How many characters are changed one at a time. */
export function changeableCharacters(token: string): number {
  return alterable(token).places.length;
}

/** Whether no letter is put into the other case, because a token like this may be readable in either: ADR 19. */
export function isReadInEitherCase(token: string): boolean {
  return /[A-Za-z]/.test(token) && !alterable(token).isCased.includes(true);
}

type Maker = (turn: number) => MadeUpToken;

/** Changes each place once before any comes again, in an order that depends on the seed. */
function characterChanger(of: Alterable, seed: number): Maker {
  const places = shuffled(of.places, seed);
  return (turn) => {
    const place = inTurn(places, turn);
    return changedAt(of, place, (place + Math.floor(turn / places.length)) % 2 === 0);
  };
}

function unlikeTokens(of: Alterable, seed: number): Maker[] {
  const { token } = of;
  const words = wordsTried.map((word) => madeUp(`the word ${word}`, word));
  return [
    (turn) => madeUp('a random token of the same length', randomText(turn, token.length, seed)),
    (turn) => madeUp('a random token of 300 characters', randomText(turn, longerThanColumns, seed)),
    (turn) => madeUp('a random token of the same shape', ofSameShape(token, turn, seed)),
    ...[...jwts(of, seed), ...words].map((one) => () => one),
  ];
}

/**
 * The document's placeholder; words that careless code takes for nothing; names that every JavaScript object has; ends and
 * wildcards of careless queries.
 */
const wordsTried = [
  'ACCESS_TOKEN',
  '<ACCESS_TOKEN>',
  'null',
  'undefined',
  'None',
  'nil',
  'NaN',
  'false',
  'constructor',
  "' OR '1'='1",
  '" OR "1"="1',
  "') OR ('1'='1",
  'invalid',
  '__proto__',
  'toString',
  'true',
  '0',
  '*',
  '%',
  '.*',
  '..',
];

/** Databases often keep a token in a column of 255 characters, and code may fail open where one does not fit. */
const longerThanColumns = 300;

const namesOfNone = ['none', 'None', 'NONE', 'nOnE'];

/** Of {"alg":"HS256","typ":"JWT"} and {"sub":"usr_1","exp":4102444800}. */
const someJwt = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0.${'A'.repeat(43)}`;

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

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
function jwts({ token, length, isJwt }: Alterable, seed: number): MadeUpToken[] {
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

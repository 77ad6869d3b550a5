import { type Alterable, alterable } from './alterable.ts';
import { type Alteration, alteration, altered, type MadeUpToken, withAlgorithm } from './altered-token.ts';
import { changedAt, nearTokens } from './near-tokens.ts';
import { inTurn, mix, randomText } from './random.ts';

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
    const other = index % 2 === 0 ? null : altered(token, inTurn(others, turn)(turn));
    const isUsable = other !== null && other.value !== token && other.value !== '';
    return isUsable ? other : altered(token, changed(turn));
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

type AlterationMaker = (turn: number) => Alteration;

/** Changes each place once before any comes again, well spread over the token, and beginning elsewhere in another run. */
function characterChanger(of: Alterable, seed: number): AlterationMaker {
  const { places } = of;
  const step = stepThrough(places.length);
  const first = mix(1, seed);
  return (turn) => {
    const place = inTurn(places, first + (turn % places.length) * step);
    return changedAt(of, place, (first + place + Math.floor(turn / places.length)) % 2 === 0);
  };
}

/** Near the golden ratio of the length, and coprime to it. */
function stepThrough(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(step, length) > 1) step += 1;
  return step;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function unlikeTokens(of: Alterable, seed: number): AlterationMaker[] {
  const { token } = of;
  const words = wordsTried.map((word) => alteration(`the word ${word}`, word));
  return [
    (turn) => alteration('a random token of the same length', randomText(turn, token.length, seed)),
    (turn) => alteration('a random token of 300 characters', randomText(turn, longerThanColumns, seed)),
    (turn) => alteration('a random token of the same shape', ofSameShape(token, turn, seed)),
    (turn) => forgedJwt(of, randomText(turn, 43, seed)),
    ...[...unsignedJwts(of), ...words].map((one) => () => one),
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

/** {"alg":"HS256","typ":"JWT"} and {"sub":"usr_1","exp":4102444800}. */
const someHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const someClaims = 'eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0';

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

/** Replaces each digit and letter with another one that the token has: a check of the form alone accepts the result. */
function ofSameShape(token: string, turn: number, seed: number): string {
  return alphabets.reduce((text, alphabet) => {
    const own = token.match(alphabet) ?? [];
    return text.replace(alphabet, (char, place: number) => {
      const others = own.filter((one) => one !== char);
      return others.length === 0 ? char : inTurn(others, mix(turn * 8191 + place, seed));
    });
  }, token);
}

/** Has the header and the claims of the access token if that is a JWT. */
function forgedJwt({ token, isJwt }: Alterable, signature: string): Alteration {
  const signed = isJwt ? { from: 0, to: signatureStart(token) } : `${someHeader}.${someClaims}.`;
  return alteration('a JWT with a made-up signature', signed, signature);
}

function unsignedJwts({ token, length, isJwt }: Alterable): Alteration[] {
  const dot = token.indexOf('.');
  const signature = signatureStart(token);
  const unsigned = namesOfNone.map(withAlgorithm).flatMap((change) => {
    const [header, claims, signed] = isJwt
      ? [
          { from: 0, to: dot, change },
          { from: dot, to: signature },
          { from: dot, to: token.length },
        ]
      : [change.apply(someHeader), `.${someClaims}.`, `.${someClaims}.${'A'.repeat(43)}`];
    return [
      alteration('a JWT that says it has no signature', header, claims),
      alteration('a JWT that says it has no signature, and has one', header, signed),
    ];
  });
  if (!isJwt) return unsigned;
  const signed = { from: 0, to: signature };
  const signedWithoutDot = { from: 0, to: signature - 1 };
  return [
    ...unsigned,
    alteration('the JWT with a signature of zeros', signed, 'A'.repeat(length - signature)),
    alteration('the JWT without its signature', signed),
    alteration('the JWT without its signature and the dot before it', signedWithoutDot),
  ];
}

function signatureStart(token: string): number {
  return token.indexOf('.', token.indexOf('.') + 1) + 1;
}

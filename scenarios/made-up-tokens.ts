import { type Alterable, alterable } from './alterable.ts';
import { type Alteration, altered, type MadeUpToken, withAlgorithm } from './altered-token.ts';
import { changedAt, nearTokens } from './near-tokens.ts';
import { inTurn, mix, randomText } from './random.ts';

/** Every second token is the access token with one character changed; the others are made in all other ways in turn. */
export function madeUpToken(token: string, index: number, seed: number): MadeUpToken {
  const { changed, others } = alterationsOf(token, seed);
  const turn = Math.floor(index / 2);
  if (index % 2 === 0) return altered(token, changed(turn));
  const made = altered(token, inTurn(others, turn)(turn));
  return made.value === token || made.value === '' ? altered(token, changed(turn)) : made;
}

/** How many characters are changed one at a time. */
export function changeableCharacters(token: string): number {
  return alterable(token).places.length;
}

interface Alterations {
  readonly changed: (turn: number) => Alteration;
  readonly others: readonly ((turn: number) => Alteration)[];
}

const known = new Map<string, Alterations>();

/** Listed once for a token and seed; each token is made when it is sent. */
function alterationsOf(token: string, seed: number): Alterations {
  const key = `${seed} ${token}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const of = alterable(token);
  const near = nearTokens(of).map((one) => () => one);
  const alterations = { changed: characterChanger(of, seed), others: [...unlikeTokens(of, seed), ...near] };
  known.set(key, alterations);
  return alterations;
}

/** Changes each place once before any comes again, well spread over the token, and beginning elsewhere in another run. */
function characterChanger(of: Alterable, seed: number): (turn: number) => Alteration {
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

function unlikeTokens(of: Alterable, seed: number): Alterations['others'] {
  const { token } = of;
  const words = wordsTried.map((word) => ({ variety: `the word ${word}`, parts: [word] }));
  return [
    (turn) => ({
      variety: 'a random token of the same length',
      parts: [randomText(turn, token.length, seed)],
    }),
    (turn) => ({
      variety: 'a random token of the same shape',
      parts: [ofSameShape(token, turn, seed)],
    }),
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

const namesOfNone = ['none', 'None', 'NONE', 'nOnE'];

/** {"alg":"HS256","typ":"JWT"}, the same with none, None, NONE and nOnE, and {"sub":"usr_1","exp":4102444800}. */
const signedHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const unsignedHeaders = [
  'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0',
  'eyJhbGciOiJOb25lIiwidHlwIjoiSldUIn0',
  'eyJhbGciOiJOT05FIiwidHlwIjoiSldUIn0',
  'eyJhbGciOiJuT25FIiwidHlwIjoiSldUIn0',
];
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
  const parts = isJwt
    ? [{ from: 0, to: signatureStart(token) }, signature]
    : [`${signedHeader}.${someClaims}.${signature}`];
  return { variety: 'a JWT with a made-up signature', parts };
}

function unsignedJwts({ token, length, isJwt }: Alterable): Alteration[] {
  const variety = 'a JWT that says it has no signature';
  if (!isJwt) return unsignedHeaders.map((header) => ({ variety, parts: [`${header}.${someClaims}.`] }));
  const dot = token.indexOf('.');
  const signature = signatureStart(token);
  const signed = { from: 0, to: signature };
  return [
    ...namesOfNone.map((name) => ({
      variety,
      parts: [{ from: 0, to: dot, change: withAlgorithm(name) }, '.', { from: dot + 1, to: signature }],
    })),
    { variety: 'the JWT with a signature of zeros', parts: [signed, 'A'.repeat(length - signature)] },
    { variety: 'the JWT without its signature', parts: [signed] },
    {
      variety: 'the JWT without its signature and the dot before it',
      parts: [{ from: 0, to: signature - 1 }],
    },
  ];
}

function signatureStart(token: string): number {
  return token.indexOf('.', token.indexOf('.') + 1) + 1;
}

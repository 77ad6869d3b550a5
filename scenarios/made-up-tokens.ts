import { type Alterable, alterable } from './alterable.ts';
import { altered, inQuotes, type MadeUpToken, withAlgorithm } from './altered-token.ts';
import { changedAt, nearTokens } from './near-tokens.ts';
import { inTurn, mix, randomText } from './random.ts';

/** Every second one is the access token with one character changed, the others are made in all other ways in turn. */
export function madeUpToken(token: string, index: number, seed: number): MadeUpToken {
  const maker = makerOf(token, seed);
  const turn = Math.floor(index / 2);
  if (index % 2 === 0) return maker.changed(turn);
  const made = inTurn(maker.ways, turn)(turn);
  return made.value === token || made.value === '' ? maker.changed(turn) : made;
}

/** Characters that are changed one at a time. */
export function changeableCharacters(token: string): number {
  return alterable(token).places.length;
}

/** Whether no letter is put into the other case, because a token like this may be readable in either: ADR 19. */
export function isReadInEitherCase(token: string): boolean {
  return /[A-Za-z]/.test(token) && !alterable(token).isCased.includes(true);
}

interface Maker {
  readonly changed: (turn: number) => MadeUpToken;
  readonly ways: readonly ((turn: number) => MadeUpToken)[];
}

const makers = new Map<string, Maker>();

/** The ways are listed once; what comes of one is worked out when it is sent. */
function makerOf(token: string, seed: number): Maker {
  const key = `${seed} ${token}`;
  const known = makers.get(key);
  if (known !== undefined) return known;
  const of = alterable(token);
  const near = nearTokens(of).map(
    ([variety, parts]) =>
      () =>
        altered(token, variety, parts),
  );
  const maker = { changed: characterChanger(of, seed), ways: [...waysOf(of, seed), ...near] };
  makers.set(key, maker);
  return maker;
}

/** Place after place, each once before any comes again, a few of them spread over all: and in another run other ones. */
function characterChanger(of: Alterable, seed: number): (turn: number) => MadeUpToken {
  const { places } = of;
  const step = stepThrough(places.length);
  const first = mix(1, seed);
  return (turn) => {
    const place = inTurn(places, first + (turn % places.length) * step);
    return changedAt(of, place, (first + place + Math.floor(turn / places.length)) % 2 === 0);
  };
}

/** Near the golden section of the length, and without a common divisor. */
function stepThrough(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(step, length) > 1) step += 1;
  return step;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** Tokens unlike the access token. */
function waysOf(of: Alterable, seed: number): Maker['ways'] {
  const { token } = of;
  const random = (turn: number) =>
    literal('a random token of the same length', randomText(turn, token.length, seed));
  const sameShape = (turn: number) => ofSameShape(token, turn, seed);
  const forged = (turn: number) => forgedJwt(of, randomText(turn, 43, seed));
  const unsigned = unsignedJwt(of);
  const unlike = words.map((word) => literal(`the word ${word}`, word));
  return [random, sameShape, forged, ...[...unsigned, ...unlike].map((one) => () => one)];
}

/** The placeholder of the document; read as nothing by careless code, found in every JavaScript object, or ending the query of a careless one. */
const words = [
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

/** Other digits for digits and other letters for letters, of those that the token has: a check of its form alone lets it pass. */
function ofSameShape(token: string, turn: number, seed: number): MadeUpToken {
  const value = alphabets.reduce((text, alphabet) => {
    const own = token.match(alphabet) ?? [];
    return text.replace(alphabet, (char, place: number) => {
      const others = own.filter((one) => one !== char);
      return others.length === 0 ? char : inTurn(others, mix(turn * 8191 + place, seed));
    });
  }, token);
  return literal('a random token of the same shape', value);
}

/** With the header and the claims of the access token where that is a JWT. */
function forgedJwt({ token, isJwt }: Alterable, signature: string): MadeUpToken {
  const variety = 'a JWT with a made-up signature';
  if (!isJwt) return literal(variety, `${signedHeader}.${someClaims}.${signature}`);
  return altered(token, variety, [{ from: 0, to: signatureStart(token) }, signature]);
}

function unsignedJwt({ token, length, isJwt }: Alterable): MadeUpToken[] {
  const variety = 'a JWT that says it has no signature';
  if (!isJwt) return unsignedHeaders.map((header) => literal(variety, `${header}.${someClaims}.`));
  const header = { from: 0, to: token.indexOf('.') };
  const claims = { from: token.indexOf('.') + 1, to: signatureStart(token) };
  return [
    ...namesOfNone.map((name) =>
      altered(token, variety, [{ ...header, turn: withAlgorithm(name) }, '.', claims]),
    ),
    altered(token, 'the JWT with a signature of zeros', [
      { from: 0, to: claims.to },
      'A'.repeat(length - claims.to),
    ]),
    altered(token, 'the JWT without its signature', [{ from: 0, to: claims.to }]),
    altered(token, 'the JWT without its signature and the dot before it', [{ from: 0, to: claims.to - 1 }]),
  ];
}

function signatureStart(token: string): number {
  return token.indexOf('.', token.indexOf('.') + 1) + 1;
}

function literal(variety: string, value: string): MadeUpToken {
  return { variety, value, inShell: inQuotes(value) };
}

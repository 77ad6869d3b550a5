import { inTurn, mix, randomText, shuffled } from '../random.ts';
import { type Alterable, alterable } from './alterable.ts';
import {
  changedAt,
  different,
  type MadeUpToken,
  madeUp,
  neighbouring,
  percentEncoded,
  piece,
  reversed,
  similarInCase,
  type TextChange,
  withAlgorithm,
} from './altered-token.ts';

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

/**
 * Alterations of the access token that a single changed character does not cover: a service that ignores a part of a token, or
 * its case, accepts these too. A short or regular token can come out unchanged.
 */
function nearTokens(of: Alterable): MadeUpToken[] {
  const all = piece(of.token, 0);
  return [
    ...longerAndShorter(of),
    ...rearranged(of),
    ...separated(of),
    ...(of.isEncoded
      ? []
      : [madeUp('the token and a dot', all, '.'), madeUp('a dot and the token', '.', all)]),
  ];
}

function longerAndShorter(of: Alterable): MadeUpToken[] {
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

function rearranged(of: Alterable): MadeUpToken[] {
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
  const encoded = piece(token, 0, token.length, percentEncoded);
  return [
    madeUp('the token with its first third moved to the end', ...moved),
    ...(pair < 0
      ? []
      : [
          madeUp('the token with two neighbouring characters swapped', before, swapped, after),
          madeUp('the token without one of its inner characters', ...lost),
        ]),
    ...(token.length > longestEncoded ? [] : [madeUp('the token percent-encoded', encoded)]),
  ];
}

/** Not a comma, a semicolon, a space or =: these could begin another credential, a parameter or a value. */
const separators = [...':.-_~+/|@#'];

/** Digits of base64url. Some parsers end a JWT at any other character. */
const inJwt = '-_';

/** Digits of base32, base64 and hexadecimal, not taken from the token. */
const more = 'b2c3d4';

/** Adds characters after a separator, or before one; not after a token where a decoder may stop (ADR 19). */
function separated(of: Alterable): MadeUpToken[] {
  const { token, length, isJwt, endsInDigits } = of;
  const all = piece(token, 0);
  const few = /[a-z]/.test(token) ? more : more.toUpperCase();
  const mayBeCutOff = length < token.length || endsInDigits;
  const behind = mayBeCutOff ? [] : separators.filter((sign) => !isJwt || inJwt.includes(sign));
  return [
    ...behind.map((sign) => madeUp(`the token followed by ${sign} and more characters`, all, sign, few)),
    ...separators.map((sign) => madeUp(`more characters before ${sign} and the token`, few, sign, all)),
  ];
}

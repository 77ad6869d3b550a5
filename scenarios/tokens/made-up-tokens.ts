import { byTurns, inTurn, interleaved, mix, randomText, shuffled } from '../random.ts';
import type { Level } from '../space/level.ts';
import { type Alterable, alterable } from './alterable.ts';
import {
  changedAt,
  different,
  type Hashes,
  inBase64,
  inBase64Url,
  inHexadecimal,
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

/** A way to make up tokens, with a form for each of its kinds. */
export interface MadeUpLevel extends Level {
  readonly makers: (of: Alterable, seed: number, hashes: Hashes) => readonly Maker[];
}

const level = (name: string, makers: MadeUpLevel['makers']): MadeUpLevel => ({
  name,
  says: 'must fail',
  weight: 1,
  makers,
});

const changedLevel = level('the token with one character changed', (of, seed) => [
  characterChanger(of, seed),
]);

/** What is sent between tokens with one character changed. */
const otherLevels: readonly MadeUpLevel[] = [
  level('a random token', randomTokens),
  level('a word', ({ token }) =>
    fixed(wordsTried.filter((word) => word.toLowerCase() !== token.toLowerCase()).map(theWord)),
  ),
  level('a JWT', (of, seed, hashes) => fixed([...jwts(of, seed), ...signedJwts(of, hashes)])),
  level('the token cut or with more at an end', (of) => fixed(longerAndShorter(of))),
  level('the token with characters in other places', (of) => fixed(rearranged(of))),
  level('the token beside other text', (of) => fixed(separated(of))),
  level('a hash of the token, or the token encoded', (of, _, hashes) => fixed(hashed(of, hashes))),
  level('a pattern or the end of a query', (of) => fixed(patterns(of))),
];

export const madeUpLevels = [changedLevel, ...otherLevels];

/**
 * Returns a function that makes the n-th token, with the level that it has. Every second one is the access token with one character
 * changed. The others are of all other levels in turn: each form once, then again the next one of each level.
 */
export function madeUpTokens(token: string, seed: number, hashes: Hashes) {
  const of = alterable(token);
  const changed = changedLevel.makers(of, seed, hashes)[0] as Maker;
  const isOther = ({ value }: MadeUpToken) => value !== token && value !== '';
  const all = otherLevels.map(({ name, makers }) =>
    makers(of, seed, hashes).flatMap((make) => (isOther(make(0)) ? [{ level: name, make }] : [])),
  );
  const once = interleaved(all);
  const again = byTurns(all.filter(({ length }) => length > 0));
  return (index: number): MadeUpToken & { readonly level: string } => {
    const turn = Math.floor(index / 2);
    const { level: name, make } = once[turn] ?? again(turn);
    const made = index % 2 === 0 ? null : make(turn);
    return made !== null && isOther(made)
      ? { ...made, level: name }
      : { ...changed(turn), level: changedLevel.name };
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

const fixed = (tokens: readonly MadeUpToken[]): Maker[] => tokens.map((one) => () => one);

function randomTokens({ token }: Alterable, seed: number): Maker[] {
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
const wordsTried = [
  ...['ACCESS_TOKEN', '<ACCESS_TOKEN>', 'null', 'undefined', 'None', 'nil', 'NaN', 'false', 'true', '0'],
  ...['constructor', '__proto__', 'toString', 'invalid', 'test', 'admin', 'demo', 'changeme', 'secret'],
  ...['token', 'password', 'default', 'guest', 'root', 'debug', 'dev', 'example', 'anonymous', 'apikey'],
  ...['test-token', 'dummy', '123456', '12345', 'abc123', 'letmein', 'your-access-token', 'x', '1'],
];
const theWord = (word: string) => madeUp(`the word ${word}`, word);

/** Of other texts than the token too: what a query or a comparison by pattern takes. */
function patterns({ token, places, masked }: Alterable): MadeUpToken[] {
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

/** A service may keep a hash of the token, and take that for it. */
function hashed({ token }: Alterable, { md5, sha1, sha256 }: Hashes): MadeUpToken[] {
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

/** Databases often keep a token in a column of 255 characters, and code may fail open where one does not fit. */
const longerThanColumns = 300;

const namesOfNone = ['none', 'None', 'NONE', 'nOnE'];

/** Of {"alg":"HS256","typ":"JWT"} and {"sub":"usr_1","exp":4102444800}. */
const someJwt = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0.${'A'.repeat(43)}`;

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

/** JWTs that anyone can sign: with an empty key, or one from the first page of a tutorial. */
function signedJwts({ token, isJwt }: Alterable, { hmacSha256 }: Hashes): MadeUpToken[] {
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

// What a single changed character does not cover: a service that ignores a part of a token, or its case, accepts these too. A short or
// regular token can come out unchanged.

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
function separated(of: Alterable): MadeUpToken[] {
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

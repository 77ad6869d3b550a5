import type { Exchange } from '../../checks/exchange.ts';
import { shortestToken } from '../../schemas/run-settings.ts';
import { remembering } from '../remembering.ts';
import { type Decoded, decoded, type Place } from './decoded.ts';
import { decodings, fromWideCharacters, saidIn } from './disguises.ts';
import { fragmentPlaces, type Needles, needlesOf, signs, wholePlaces } from './needles.ts';

const mark = '[ACCESS_TOKEN]';

/** How deep encodings are undone, such as base64 in base64 or what is escaped twice. */
const mostEncodings = 3;

/** Replaces the secrets in a text, and parts of eight characters, in either case and under any common encoding. */
export type Redact = (text: string) => string;

/** Reports repeat texts, and looking into every encoding takes long. */
const charactersRemembered = 500_000;

export function redactor(secrets: readonly string[]): Redact {
  if (secrets.every((secret) => secret === '')) return (text) => text;
  let redact: Redact | null = null;
  return remembering(charactersRemembered, (text) => {
    // Most redactors for one answer never get a text, so what they look for is worked out late.
    redact ??= seekerOf(secrets);
    return redact(text);
  });
}

function seekerOf(secrets: readonly string[]): Redact {
  const own = secrets.filter((secret) => secret !== '');
  const needles = [own.flatMap((secret) => [secret, bytesOf(secret)]), own.flatMap(saidBy)].map((texts) =>
    needlesOf([...new Set(texts.map(lowerCased))]),
  );
  const shortest = Math.min(...needles.map((one) => one.shortest));
  const redact = (text: string) => replaced(text, placesIn(text, needles, mostEncodings), () => mark);
  return (text) => (text.length < shortest ? text : redact(text));
}

/**
 * The needles are those of the secrets and of what they say. A secret found decodes to what it says, and finding that too would
 * hide all digits beside it.
 */
function placesIn(text: string, needles: readonly Needles[], encodings: number): Place[] {
  const plain = plainPlaces(text, needles);
  if (plain.length === 0) return encodedPlaces(text, needles, encodings);
  const rest = replaced(text, plain, (length) => '\uffff'.repeat(length));
  return [
    ...plain,
    ...encodedPlaces(text, needles.slice(0, 1), encodings),
    ...(needles.length === 1 ? [] : encodedPlaces(rest, needles.slice(1), encodings)),
  ];
}

/** As they are, and without signs: the text may have none where the secret has some. */
function plainPlaces(text: string, needles: readonly Needles[]): Place[] {
  const lower = lowerCased(text);
  const bare = decoded(signs, lower);
  return needles.flatMap(({ wholes, fragments, bareFragments }) => {
    const inBare = (found: string) => fragmentPlaces(found, bareFragments);
    return [
      ...wholePlaces(lower, wholes),
      ...fragmentPlaces(lower, fragments),
      ...(bare === null ? inBare(lower) : placesBehind(bare, inBare)),
    ];
  });
}

function encodedPlaces(text: string, needles: readonly Needles[], encodings: number): Place[] {
  const inner = encodings === 0 ? [] : decodings(text);
  return [
    ...placesBehind(fromWideCharacters(text), (narrow) => placesIn(narrow, needles, encodings)),
    ...inner.flatMap((decoded) => placesBehind(decoded, (found) => placesIn(found, needles, encodings - 1))),
  ];
}

/** Where in the encoded text those places are that are found in what it decodes to. */
function placesBehind(decoded: Decoded | null, find: (text: string) => readonly Place[]): Place[] {
  const found = decoded === null ? [] : find(decoded.text);
  if (decoded === null || found.length === 0) return [];
  const places = decoded.places();
  return found.map(([start, end]) => [places[start]?.[0] ?? 0, places[end - 1]?.[1] ?? 0]);
}

/** Places that touch are one. */
function replaced(text: string, places: readonly Place[], by: (length: number) => string): string {
  const whole: [number, number][] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else whole.push([start, end]);
  }
  let position = 0;
  const parts = whole.map(([start, end]) => {
    const before = text.slice(position, start);
    position = end;
    return before + by(end - start);
  });
  return parts.join('') + text.slice(position);
}

/** Letters beyond ASCII stay: lower-casing some of them would change the length. */
function lowerCased(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/**
 * What an encoded secret says, as a character for each byte. Nobody makes a signature from what a JWT claims (`eyJ` is `{"` in
 * base64), so that stays, and of other JSON all but its values.
 */
function saidBy(secret: string): string[] {
  const parts = secret.split('.');
  return parts
    .filter((part) => parts.length === 1 || !part.startsWith('eyJ'))
    .flatMap(saidIn)
    .flatMap((said) => (said.startsWith('{"') ? (said.match(valuesOfJson) ?? []) : [said]))
    .filter(({ length }) => length >= shortestToken);
}

const valuesOfJson = /(?<=[:,[]\s*")[^"]{8,}(?="\s*[,}\]])/g;

/** The text in UTF-8, with a character for each byte, as decoders give it. */
function bytesOf(text: string): string {
  return encodeURIComponent(text)
    .split('%')
    .map((part, index) =>
      index === 0 ? part : String.fromCharCode(Number.parseInt(part.slice(0, 2), 16)) + part.slice(2),
    )
    .join('');
}

/** Keys of facts and records whose values are the harness's own words: these stay even if the token is one of them. */
const ownWords: ReadonlySet<string> = new Set(
  `check completeness connection crossed endpoint expires id kinds meaning name notRequired observeOnly outcome phase
   profile required scenario shape startedAt verdict`.split(/\s+/),
);

/** Under these names stand maps whose keys a service chooses. */
const maps: ReadonlySet<string> = new Set(['causes', 'contested', 'undecided', 'counts']);

/** Redacts every text in plain data, except the harness's own words, and every key that a service chose. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return walk(value, redact) as T;
}

function walk(value: unknown, redact: Redact, name = ''): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      maps.has(name) ? redact(key) : key,
      isOwnWord(key, item) ? item : walk(item, redact, key),
    ]),
  );
}

function isOwnWord(key: string, item: unknown): boolean {
  return ownWords.has(key) && (typeof item === 'string' || Array.isArray(item));
}

/** Hides the token that a request offered, if it was made from the access token: the change could be undone. */
export function redactOffered({ credential, request }: Exchange): Redact {
  const { authorization, authorizationInShell } = request;
  const isAltered = credential === 'made-up' && authorizationInShell?.includes('ACCESS_TOKEN') === true;
  return redactor(isAltered && authorization !== null ? [authorization.replace('Bearer ', '')] : []);
}

interface Credentials {
  readonly token: string;
  /** User and password in the base URL; null: there were none. */
  readonly userinfo: string | null;
  /** Header values, credentials of a proxy. */
  readonly otherSecrets?: readonly string[];
}

/** What no file and no output may contain. Anything shorter occurs in any text by chance. */
export function secretsOf({ token, userinfo, otherSecrets = [] }: Credentials): string[] {
  const ofUrl = userinfo === null ? [] : [userinfo, ...userinfo.split(':').slice(1)];
  return [token, ...ofUrl, ...otherSecrets].filter(({ length }) => length >= shortestToken);
}

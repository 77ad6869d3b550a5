import type { Exchange } from '../checks/exchange.ts';
import { shortestToken } from '../schemas/run-settings.ts';
import { type Decoded, type Place, reading } from './decoded.ts';
import { decodings, fromWideCharacters } from './disguises.ts';
import { fragmentPlaces, type Needles, needlesOf, signs, wholePlaces } from './needles.ts';
import { remembering } from './remembering.ts';

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
  const texts = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, bytesOf(secret)]);
  const needles = needlesOf([...new Set(texts.map(lowerCased))]);
  const redact = (text: string) => cutOut(text, placesIn(text, needles, mostEncodings));
  return (text) => (text.length < needles.shortest ? text : redact(text));
}

function placesIn(text: string, needles: Needles, encodings: number): Place[] {
  const lower = lowerCased(text);
  const inner = encodings === 0 ? [] : decodings(text);
  return [
    ...wholePlaces(lower, needles.wholes),
    ...fragmentPlaces(lower, needles.fragments),
    ...placesBehind(reading(signs, lower), (bare) => fragmentPlaces(bare, needles.bareFragments)),
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

function cutOut(text: string, places: readonly Place[]): string {
  let redacted = '';
  let position = 0;
  let last = -1;
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    if (start > last) redacted += text.slice(position, start) + mark;
    last = Math.max(last, end);
    position = last;
  }
  return redacted + text.slice(position);
}

/** Letters beyond ASCII stay: lower-casing some of them would change the length. */
function lowerCased(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

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
const ownWords: ReadonlySet<string> = new Set([
  'check',
  'completeness',
  'connection',
  'crossed',
  'endpoint',
  'expires',
  'id',
  'kinds',
  'meaning',
  'name',
  'notRequired',
  'observeOnly',
  'outcome',
  'phase',
  'profile',
  'required',
  'scenario',
  'shape',
  'startedAt',
  'verdict',
]);

/** Redacts every text in plain data, except keys and the harness's own words. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return walk(value, redact) as T;
}

function walk(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isOwnWord(key, item) ? item : walk(item, redact)]),
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

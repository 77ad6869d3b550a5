import type { Response } from '../exchange.ts';
import type { JsonText } from '../json-text/json-text.ts';
import { echoed, type SentData } from './echo.ts';

/** A value in the body of an answer that contains no other values. */
export interface Leaf {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** Length in characters; for a list, the total of its items. */
  readonly length: number;
  /** Kinds of characters at its beginning, one bit for each of `characterKinds`; 0 for a short text. */
  readonly characters: number;
  /** Distinguishes values: the whole of a short one, or pieces and the length of a long one. */
  readonly mark: string;
  /** The value repeats the data of the request; false if that was not checked. */
  readonly isEcho: boolean;
  /** Number of characters that do not repeat the data; 0 for a mask. */
  readonly own: number;
  /** A piece from the middle of a long value occurs in it again. */
  readonly recurs: boolean;
}

/** By path: "$.result.nonce"; "$.list[]" for all items of a list, or of an object whose keys are numbers; "text" for a body that is not JSON; "header x-result" for a long header. */
export type Leaves = ReadonlyMap<string, Leaf>;

export interface SeenAnswer {
  readonly status: number;
  readonly error: readonly string[] | null;
  readonly leaves: Leaves;
}

export interface SeenSuccess extends SeenAnswer {
  /** Results are learned from it. */
  readonly isLearnedFrom: boolean;
  readonly dataBytes: number;
  /** The same for the same data. */
  readonly dataMark: string;
  readonly dataStart: string;
  /** Its length in UTF-16 code units. */
  readonly dataCharacters: number;
  /** The run made the data up, so it is known how little room it needs. */
  readonly isOfRun: boolean;
  /** The data has letters and digits alone. */
  readonly isPlain: boolean;
  /** No fewer bits can hold the data, however it is compressed; 0 if it repeats itself. */
  readonly dataBits: number;
  /** The data does not repeat itself. If it does, even a sound cipher may give it the same blocks as a longer repetition. */
  readonly isNewThroughout: boolean;
}

export type Texts = Map<string, { readonly kind: Leaf['kind']; readonly text: string }>;

const longestBody = 1_000_000;
const mostValues = 20_000;
const mostPaths = 1000;
const longestPath = 200;
const longestMark = 320;
export const piecesOfMark = 32;
const pieceLength = 8;
const longestRead = 200;
/** A mask such as `ab******` has at most so many different characters. */
const mostInMask = 5;
/** A shorter text may match part of a result by chance. */
export const shortestPart = 24;
/** A text this long does not match a result by chance, neither in its length nor in its characters. */
export const shortestTelling = 64;

/** Written as in a character class of a regular expression. */
export const characterKinds = [
  '0-9',
  'a-f',
  'g-z',
  'A-F',
  'G-Z',
  '+/=',
  '_\\-',
  ' \\t\\r\\n',
  '!-*,.:-<>-@[\\]^\\\\`{-~',
  '\\u0080-\\ufffc\\ufffe\\uffff',
  '\\ufffd',
];
/** Stands for bytes that could not be read as UTF-8, and are lost. */
export const lostKind = 0b10000000000;
/** Letters that are not hexadecimal digits, and all digits of base64 and base64url. */
export const beyondHex = 0b10100;
export const encodingKinds = 0b1111111;
export const beyondAscii = 0b1000000000;
export const hexKinds = 0b1011;
/** The kinds in nearly every text in base64: digits, and letters beyond hexadecimal ones in either case. */
export const base64Kinds = 0b10101;
/** White space, and what is not ASCII. */
export const proseKinds = 0b1010000000;
const kindTests = characterKinds.map((kind) => new RegExp(`[${kind}]`));

/** null: the body is too large to be read, or has too many values. */
export function textsIn(
  json: JsonText | null,
  body: string,
  { headers }: Pick<Response, 'headers'>,
): Texts | null {
  if (body.length > longestBody) return null;
  const texts: Texts | null = json?.ok ? textsOfValue(json.value) : new Map();
  if (texts === null) return null;
  if (json?.ok === false) texts.set('text', { kind: 'string', text: body });
  for (const [name, text] of resultHeaders(headers))
    texts.set(`${ofHeader}${name}`, { kind: 'string', text });
  return texts;
}

/** Headers that say where a result is, by their names or their paths. */
export const locating = /^(header )?(content-)?location$/;

/** Those long enough for a part of a result, and those that say where it is. */
export function resultHeaders(headers: Response['headers']): [name: string, text: string][] {
  return Object.entries(headers).filter(([name, text]) => text.length >= shortestPart || locating.test(name));
}

const ofHeader = 'header ';

/** Headers do not belong to the form of an answer, because front ends add some now and then. */
export function isInBody(path: string): boolean {
  return !path.startsWith(ofHeader);
}

/** null: there are too many values. */
function textsOfValue(whole: unknown): Texts | null {
  const found = new Map<string, { kind: Leaf['kind']; parts: string[] }>();
  let left = mostValues;
  const add = (path: string, kind: Leaf['kind'], text: string) => {
    const known = found.get(path);
    if (known === undefined) found.set(path, { kind, parts: [text] });
    else known.parts.push(text);
    return true;
  };
  const visit = (path: string, value: unknown): boolean => {
    left -= 1;
    if (left < 0 || found.size > mostPaths || path.length > longestPath) return false;
    if (value === null) return add(path, 'null', 'null');
    if (typeof value !== 'object') return add(path, typeof value as Leaf['kind'], String(value));
    const list = itemsOf(value);
    if (list === null) return Object.entries(value).every(([key, item]) => visit(`${path}.${key}`, item));
    // Bytes may be a list of numbers, with far too many values to be visited one by one.
    if (list.length > 0 && list.every((item) => typeof item === 'number'))
      return add(`${path}[]`, 'number', list.join());
    return list.every((item) => visit(`${path}[]`, item));
  };
  if (!visit('$', whole)) return null;
  const texts: Texts = new Map();
  for (const [path, { kind, parts }] of found)
    texts.set(path, { kind, text: parts.join(kind === 'string' ? '' : ',') });
  return texts;
}

const isNumber = (key: string) => /^\d+$/.test(key);

/** The items of a list, or of an object whose keys are all numbers, as `JSON.stringify` writes a Uint8Array. null: any other object. */
function itemsOf(value: object): unknown[] | null {
  if (Array.isArray(value)) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every(isNumber) ? Object.values(value) : null;
}

export function leavesOf(texts: Texts, sent: SentData): Leaves {
  const leaves = new Map<string, Leaf>();
  for (const [path, { kind, text }] of texts) leaves.set(path, sharedLeaf(kind, text, echoed(text, sent)));
  return leaves;
}

const longestShared = 64;
const mostShared = 2000;
const shared = new Map<string, Leaf>();

/** Thousands of answers are kept until the end of the phase. Most of their short values are equal, and share one object. */
function sharedLeaf(kind: Leaf['kind'], text: string, repeated: number): Leaf {
  if (text.length > longestShared) return leafOf(kind, text, repeated);
  const key = `${kind} ${repeated} ${text}`;
  const leaf = shared.get(key) ?? leafOf(kind, text, repeated);
  if (shared.size < mostShared) shared.set(key, leaf);
  return leaf;
}

function leafOf(kind: Leaf['kind'], text: string, repeated: number): Leaf {
  const { length } = text;
  return {
    kind,
    length,
    // Only the length matters for a short text.
    characters: length < shortestPart ? 0 : charactersOf(text.slice(0, longestRead)),
    mark: length <= longestMark ? text : markOf(text),
    isEcho: repeated > 0,
    own: isMask(text) ? 0 : length - repeated,
    recurs: length >= longRecurring && recurs(text),
  };
}

/** A result this long has so many blocks that some recur if the data does. */
export const longRecurring = 1024;
const recurring = 32;

/** Only what comes soon is searched, because that takes long. */
function recurs(text: string): boolean {
  const at = text.length >> 1;
  const piece = text.slice(at, at + recurring);
  return !isMask(piece) && text.slice(at + 1, at + longRecurring).includes(piece);
}

/** Whether a text, such as a mask or a line, has too few different characters for a part of a result. */
export function isMask(text: string): boolean {
  if (text.length < shortestPart) return false;
  const different = new Set<string>();
  for (const char of text.slice(0, longestRead)) {
    different.add(char);
    if (different.size > mostInMask) return false;
  }
  return true;
}

/** Pieces from all over a text: what encloses a result, as in PEM, is the same at both ends of all results. */
function markOf(text: string): string {
  const step = text.length / piecesOfMark;
  let pieces = '';
  for (let at = 0; at < piecesOfMark; at += 1) {
    const from = Math.floor(at * step);
    pieces += text.slice(from, from + pieceLength);
  }
  return `${pieces}…${text.length}…${text.slice(-pieceLength)}`;
}

/** Kinds of characters in a text, one bit for each of `characterKinds`. */
export function charactersOf(text: string): number {
  return kindTests.reduce((bits, kind, index) => (kind.test(text) ? bits | (1 << index) : bits), 0);
}

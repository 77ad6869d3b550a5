/** Why a text is not JSON. `reason` quotes nothing of the text; `offset` counts UTF-16 units from 0. */
export interface Unreadable {
  readonly ok: false;
  readonly reason: string;
  readonly offset: number;
}

export type JsonRead =
  /** `repeatsKey`: a key stands twice in one object of the first two levels. */
  { readonly ok: true; readonly value: unknown; readonly repeatsKey: boolean } | Unreadable;

/** What may come next: what closes the array or object, or a mark and what stands after it. */
interface Rule {
  readonly words: string;
  readonly closing?: string;
  readonly mark?: string;
  readonly next?: Expected;
}

type Expected = 'value' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'afterItem' | 'afterMember' | 'end';

const rules: Readonly<Record<Expected, Rule>> = {
  value: { words: 'a value' },
  firstItem: { words: 'a value or `]`', closing: ']' },
  key: { words: 'a key in double quotes' },
  firstKey: { words: 'a key in double quotes or `}`', closing: '}' },
  colon: { words: 'a colon', mark: ':', next: 'value' },
  afterItem: { words: 'a comma or `]`', closing: ']', mark: ',', next: 'value' },
  afterMember: { words: 'a comma or `}`', closing: '}', mark: ',', next: 'key' },
  end: { words: 'the end of the text' },
};

/** An open array or object, and the key of the member that is being read. */
interface Frame {
  readonly holder: unknown[] | Record<string, unknown>;
  key: string;
}

interface Reader {
  readonly text: string;
  at: number;
  expected: Expected;
  /** Holds the value of the whole text. */
  readonly outermost: Frame;
  readonly open: Frame[];
  repeatsKey: boolean;
}

/** A strict reader by RFC 8259 without recursion: any depth, any number. */
export function readJson(text: string, start: number): JsonRead {
  const values: unknown[] = [];
  const outermost = { holder: values, key: '' };
  const reader: Reader = { text, at: start, expected: 'value', outermost, open: [], repeatsKey: false };
  for (;;) {
    while (isSpace(text.charCodeAt(reader.at))) reader.at++;
    if (reader.at >= text.length && reader.expected === 'end') {
      return { ok: true, value: values[0], repeatsKey: reader.repeatsKey };
    }
    const refusal = step(reader, text.charAt(reader.at));
    if (refusal) return refusal;
  }
}

function step(reader: Reader, char: string): Unreadable | undefined {
  const { text, at, expected, open } = reader;
  const { closing, mark, next } = rules[expected];
  const frame = open[open.length - 1] ?? reader.outermost;
  if (char === closing) {
    open.pop();
    return moveTo(reader, at + 1, afterValue(open));
  }
  if (char === mark && next) return moveTo(reader, at + 1, next);
  if (char === '"' && (expected === 'key' || expected === 'firstKey')) {
    const read = readString(text, at);
    if (!read.ok) return read;
    frame.key = read.value;
    if (open.length <= 2 && Object.hasOwn(frame.holder, read.value)) reader.repeatsKey = true;
    return moveTo(reader, read.end, 'colon');
  }
  if (expected !== 'value' && expected !== 'firstItem') return unexpected(reader);
  if (char === '[' || char === '{') {
    const holder = char === '[' ? [] : {};
    put(frame, holder);
    open.push({ holder, key: '' });
    return moveTo(reader, at + 1, char === '[' ? 'firstItem' : 'firstKey');
  }
  const read = char === '"' ? readString(text, at) : readWord(text, at);
  if (read === null) return unexpected(reader);
  if (!read.ok) return read;
  put(frame, read.value);
  return moveTo(reader, read.end, afterValue(open));
}

function moveTo(reader: Reader, at: number, expected: Expected): undefined {
  reader.at = at;
  reader.expected = expected;
}

function afterValue(open: readonly Frame[]): Expected {
  const frame = open[open.length - 1];
  if (!frame) return 'end';
  return Array.isArray(frame.holder) ? 'afterItem' : 'afterMember';
}

function put({ holder, key }: Frame, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (key !== '__proto__') holder[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

interface Scalar<T> {
  readonly ok: true;
  readonly value: T;
  /** Offset after it. */
  readonly end: number;
}

const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A literal or a number; null where neither stands. */
function readWord(text: string, start: number): Scalar<unknown> | null {
  let end = start;
  while (!'[]{},:" \t\n\r'.includes(text.charAt(end))) end++;
  const word = text.slice(start, end);
  if (Object.hasOwn(literals, word)) return { ok: true, value: literals[word], end };
  return number.test(word) ? { ok: true, value: Number(word), end } : null;
}

function readString(text: string, start: number): Scalar<string> | Unreadable {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote < 0) return { ok: false, reason: 'cut off: a string is not closed', offset: text.length };
  const token = text.slice(start, quote + 1);
  try {
    return { ok: true, value: JSON.parse(token), end: quote + 1 };
  } catch {
    return refusal('a control character or an unknown escape in a string', start + faultIn(token));
  }
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function faultIn(token: string): number {
  let at = 0;
  while (token.charAt(at) >= ' ' && !/^\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(token.slice(at, at + 6)))
    at += token[at] === '\\' ? 2 : 1;
  return at;
}

function unexpected({ text, at, expected, open }: Reader): Unreadable {
  if (at < text.length) return refusal(`expected ${rules[expected].words}`, at);
  const words =
    open.length === 0 ? 'empty, or only white space' : `cut off: expected ${rules[expected].words}`;
  return { ok: false, reason: words, offset: at };
}

/** People count characters from 1. */
function refusal(what: string, offset: number): Unreadable {
  return { ok: false, reason: `${what} at character ${offset + 1}`, offset };
}

/** JSON has no other white space. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

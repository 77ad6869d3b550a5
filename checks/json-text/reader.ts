import { type Fault, faultAt, wordFault } from './faults.ts';
import { readString, wordAt, wordValue } from './scalars.ts';

export type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly duplicates: ReadonlySet<string> }
  | ({ readonly ok: false } & Fault);

/** What may come next. `first` forms allow the closing bracket as well. */
export type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end';

export interface Frame {
  readonly items: unknown[] | null;
  readonly members: Record<string, unknown> | null;
  key: string;
}

export interface Reader {
  readonly text: string;
  readonly stack: Frame[];
  readonly duplicates: Set<string>;
  at: number;
  expected: Expected;
  root: unknown;
  lastComma: number;
}

/** A strict reader by RFC 8259 without recursion: any depth, any number. */
export function readJson(text: string, start: number): JsonRead {
  const reader: Reader = {
    text,
    stack: [],
    duplicates: new Set(),
    at: start,
    expected: 'value',
    root: undefined,
    lastComma: -1,
  };
  for (;;) {
    while (isSpace(text.charCodeAt(reader.at))) reader.at++;
    if (reader.at >= text.length && reader.expected === 'end') {
      return { ok: true, value: reader.root, duplicates: reader.duplicates };
    }
    const fault = step(reader);
    if (fault) return { ok: false, ...fault };
  }
}

function step(reader: Reader): Fault | undefined {
  const { expected, text, stack } = reader;
  const char = text[reader.at];
  const frame = stack[stack.length - 1];
  const closing = frame?.members ? '}' : ']';
  if (frame && char === closing && (expected === 'comma' || expected.startsWith('first'))) {
    stack.pop();
    return moveTo(reader, reader.at + 1, stack.length === 0 ? 'end' : 'comma');
  }
  if (expected === 'comma' && char === ',') {
    reader.lastComma = reader.at;
    return moveTo(reader, reader.at + 1, frame?.members ? 'key' : 'value');
  }
  if (expected === 'colon' && char === ':') return moveTo(reader, reader.at + 1, 'value');
  if (expected === 'value' || expected === 'first value') return readValue(reader, char);
  if (char === '"' && frame && (expected === 'key' || expected === 'first key'))
    return readKey(reader, frame);
  return faultAt(reader);
}

function moveTo(reader: Reader, at: number, expected: Expected): undefined {
  reader.at = at;
  reader.expected = expected;
}

function readKey(reader: Reader, frame: Frame): Fault | undefined {
  const read = readString(reader.text, reader.at);
  if ('reason' in read) return read;
  frame.key = read.value;
  if (reader.stack.length <= 2 && frame.members && Object.hasOwn(frame.members, read.value)) {
    reader.duplicates.add(reader.stack.map((level) => (level.items ? '[]' : level.key)).join('.'));
  }
  return moveTo(reader, read.end, 'colon');
}

function readValue(reader: Reader, char: string | undefined): Fault | undefined {
  if (char === '"') {
    const read = readString(reader.text, reader.at);
    return 'reason' in read ? read : put(reader, read.value, read.end);
  }
  if (char === '[') {
    const items: unknown[] = [];
    put(reader, items, reader.at);
    return open(reader, { items, members: null, key: '' }, 'first value');
  }
  if (char === '{') {
    const members = {};
    put(reader, members, reader.at);
    return open(reader, { items: null, members, key: '' }, 'first key');
  }
  const word = wordAt(reader.text, reader.at);
  if (word === '') return faultAt(reader);
  const value = wordValue(word);
  return value === undefined ? wordFault(reader, word) : put(reader, value, reader.at + word.length);
}

function open(reader: Reader, frame: Frame, expected: Expected): undefined {
  reader.stack.push(frame);
  return moveTo(reader, reader.at + 1, expected);
}

/** JSON has no other white space. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function put(reader: Reader, value: unknown, end: number): undefined {
  const frame = reader.stack[reader.stack.length - 1];
  if (frame?.items) frame.items.push(value);
  else if (frame?.members) setMember(frame.members, frame.key, value);
  else reader.root = value;
  return moveTo(reader, end, frame ? 'comma' : 'end');
}

function setMember(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
}

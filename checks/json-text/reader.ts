/** Why a text is not JSON. `reason` quotes nothing of the text; `offset` counts UTF-16 units from 0. */
export interface Unreadable {
  readonly ok: false;
  readonly reason: string;
  readonly offset: number;
}

/** A value that was read. `end`: the offset after it. */
interface Read {
  readonly ok: true;
  readonly value: unknown;
  readonly end: number;
}

type Expected = 'value' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'afterItem' | 'afterMember' | 'end';

/** What may come next: a key or a value, and signs with what follows them. */
interface Rule {
  readonly words: string;
  readonly takes?: 'key' | 'value';
  readonly after?: Readonly<Record<string, Expected | 'closed'>>;
}

const rules: Readonly<Record<Expected, Rule>> = {
  value: { words: 'a value', takes: 'value' },
  firstItem: { words: 'a value or `]`', takes: 'value', after: { ']': 'closed' } },
  key: { words: 'a key in double quotes', takes: 'key' },
  firstKey: { words: 'a key in double quotes or `}`', takes: 'key', after: { '}': 'closed' } },
  colon: { words: 'a colon', after: { ':': 'value' } },
  afterItem: { words: 'a comma or `]`', after: { ']': 'closed', ',': 'value' } },
  afterMember: { words: 'a comma or `}`', after: { '}': 'closed', ',': 'key' } },
  end: { words: 'the end of the text' },
};

/** An open array or object, and the key of the member that is being read. */
interface Frame {
  readonly holder: unknown[] | Record<string, unknown>;
  key: string;
}

/** A strict reader by RFC 8259 without recursion: any depth, any number. */
export function readJson(text: string, start: number): Read | Unreadable {
  const whole: unknown[] = [];
  let frame: Frame = { holder: whole, key: '' };
  const outer: Frame[] = [];
  let at = start;
  let expected: Expected = 'value';
  const afterValue = () =>
    outer.length === 0 ? 'end' : Array.isArray(frame.holder) ? 'afterItem' : 'afterMember';
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (at >= text.length && expected === 'end') return { ok: true, value: whole[0], end: at };
    const char = text.charAt(at);
    const { words, takes, after }: Rule = rules[expected];
    const next: Expected | 'closed' | undefined = after?.[char];
    if (next !== undefined) {
      if (next === 'closed') frame = outer.pop() ?? frame;
      at++;
      expected = next === 'closed' ? afterValue() : next;
    } else if (takes === 'value' && (char === '[' || char === '{')) {
      const holder = char === '[' ? [] : {};
      put(frame, holder);
      outer.push(frame);
      frame = { holder, key: '' };
      at++;
      expected = char === '[' ? 'firstItem' : 'firstKey';
    } else {
      const isString = takes !== undefined && char === '"';
      const word = takes === 'value' ? readWord(text, at) : null;
      const read = isString ? readString(text, at) : word;
      if (read === null) return unexpected(text, at, words, outer.length > 0);
      if (!read.ok) return read;
      at = read.end;
      if (takes === 'key') {
        frame.key = String(read.value);
        expected = 'colon';
      } else {
        put(frame, read.value);
        expected = afterValue();
      }
    }
  }
}

function put({ holder, key }: Frame, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (key !== '__proto__') holder[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A literal or a number; null: neither. */
function readWord(text: string, start: number): Read | null {
  let end = start;
  while (!'[]{},:" \t\n\r'.includes(text.charAt(end))) end++;
  const word = text.slice(start, end);
  if (Object.hasOwn(literals, word)) return { ok: true, value: literals[word], end };
  return number.test(word) ? { ok: true, value: Number(word), end } : null;
}

function readString(text: string, start: number): Read | Unreadable {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote < 0) return { ok: false, reason: 'cut off: a string is not closed', offset: text.length };
  const token = text.slice(start, quote + 1);
  try {
    return { ok: true, value: JSON.parse(token), end: quote + 1 };
  } catch {
    return unreadable('a control character or an unknown escape in a string', start + faultIn(token));
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

function unexpected(text: string, at: number, words: string, isOpen: boolean): Unreadable {
  if (at < text.length) return unreadable(`expected ${words}`, at);
  const reason = isOpen ? `cut off: expected ${words}` : 'empty, or only white space';
  return { ok: false, reason, offset: at };
}

/** Readers count characters from 1. */
function unreadable(what: string, offset: number): Unreadable {
  return { ok: false, reason: `${what} at character ${offset + 1}`, offset };
}

/** JSON has no other white space. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

import { readJson } from './reader.ts';

/** Valid, and yet something that readers of JSON treat differently. */
export type JsonNote = 'byte order mark' | 'lone surrogate' | 'duplicate key';

export type JsonText =
  | { readonly ok: true; readonly value: unknown; readonly notes: readonly JsonNote[] }
  /** `reason` quotes nothing of the body but words such as NaN; `offset` counts UTF-16 units from 0. */
  | { readonly ok: false; readonly reason: string; readonly offset: number };

/**
 * Is the text JSON by RFC 8259? What the engine's parser accepts is JSON. What it refuses is read once more: k6's
 * engine refuses numbers beyond a double, no engine takes a byte order mark, and each words its errors differently.
 */
export function parseJsonText(text: string): JsonText {
  const start = startOf(text);
  const notes: JsonNote[] = start === 1 ? ['byte order mark'] : [];
  if (text.includes('\\u') && hasLoneSurrogate(text)) notes.push('lone surrogate');
  const parsed = parseByEngine(text, start);
  if (text.length <= longestSearched && duplicatesIn(text, start, parsed).length > 0)
    notes.push('duplicate key');
  const read = parsed ?? readJson(text, start);
  return read.ok ? { ok: true, value: read.value, notes } : read;
}

/** In longer texts duplicate keys are not looked for: that would delay other calls of the load. */
const longestSearched = 20_000;

/** Keys that stand twice in one object of the first two levels: `user`, `user.id`, `[].id`. None where the text is not JSON. */
export function duplicateKeys(text: string): string[] {
  const start = startOf(text);
  return duplicatesIn(text, start, parseByEngine(text, start));
}

function duplicatesIn(text: string, start: 0 | 1, parsed: Parsed | null): string[] {
  const colons = text.match(/"[ \t\n\r]*:/g)?.length ?? 0;
  if (parsed && countMembers(parsed.value) === colons) return [];
  const read = readJson(text, start);
  return read.ok ? [...read.duplicates] : [];
}

function startOf(text: string): 0 | 1 {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** k6's engine ends the whole process where JSON is nested some million levels deep. */
const maxOpeners = 150_000;

interface Parsed {
  readonly ok: true;
  readonly value: unknown;
}

function parseByEngine(text: string, start: 0 | 1): Parsed | null {
  if (text.length > maxOpeners && text.split('[').length + text.split('{').length > maxOpeners) return null;
  try {
    return { ok: true, value: JSON.parse(start === 1 ? text.slice(1) : text) };
  } catch {
    return null;
  }
}

function hasLoneSurrogate(text: string): boolean {
  const pair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  return /\\u[dD][89a-fA-F]/.test(text.replace(/\\[^u]/g, '').replace(pair, ''));
}

function countMembers(value: unknown): number {
  let members = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside = Object.values(next);
    if (!Array.isArray(next)) members += inside.length;
    for (const each of inside) rest.push(each);
  }
  return members;
}

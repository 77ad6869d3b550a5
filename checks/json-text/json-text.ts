import { type JsonRead, readJson, type Unreadable } from './reader.ts';

/** Valid, and yet something that readers of JSON treat differently. */
export type JsonNote = 'byte order mark' | 'lone surrogate' | 'duplicate key';

export type JsonText =
  | { readonly ok: true; readonly value: unknown; readonly notes: readonly JsonNote[] }
  | Unreadable;

/**
 * Is the text JSON by RFC 8259? What the engine's parser accepts is JSON. What it refuses is read once more: k6's
 * engine refuses numbers beyond a double, no engine takes a byte order mark, and each words its errors differently.
 */
export function parseJsonText(text: string): JsonText {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const parsed = parseByEngine(text, start);
  const searched = text.length <= longestSearched;
  const suspect = searched && parsed !== null && mayRepeatKeys(text, parsed.value);
  const strict = parsed === null || suspect ? readJson(text, start) : parsed;
  const read = parsed ?? strict;
  if (!read.ok) return read;
  const notes: JsonNote[] = start === 1 ? ['byte order mark'] : [];
  if (text.includes('\\u') && hasLoneSurrogate(text)) notes.push('lone surrogate');
  if (searched && strict.ok && strict.repeatsKey) notes.push('duplicate key');
  return { ok: true, value: read.value, notes };
}

/** In longer texts repeated keys are not looked for: that would delay other calls of the load. */
const longestSearched = 20_000;

/** k6's engine ends the whole process where JSON is nested some million levels deep. */
const maxOpeners = 150_000;

function parseByEngine(text: string, start: 0 | 1): Extract<JsonRead, { ok: true }> | null {
  if (text.length > maxOpeners && text.split('[').length + text.split('{').length > maxOpeners) return null;
  try {
    return { ok: true, value: JSON.parse(text.slice(start)), repeatsKey: false };
  } catch {
    return null;
  }
}

function hasLoneSurrogate(text: string): boolean {
  const pair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  return /\\u[dD][89a-fA-F]/.test(text.replace(/\\[^u]/g, '').replace(pair, ''));
}

/** In texts up to this long nothing lies too deep for the engine to write it. */
const longestWritten = 2000;

/** Fewer members were read than colons that seem to follow a key. Of most texts the engine's own writing tells sooner. */
function mayRepeatKeys(text: string, value: unknown): boolean {
  if (text.length <= longestWritten && JSON.stringify(value) === text.trimEnd()) return false;
  let members = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside = Object.values(next);
    if (!Array.isArray(next)) members += inside.length;
    for (const each of inside) rest.push(each);
  }
  return members !== (text.match(/"[ \t\n\r]*:/g)?.length ?? 0);
}

/** Whether a JSON value holds nothing: null, an empty text, list or object. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

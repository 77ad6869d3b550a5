import { readJson, type Unreadable } from './reader.ts';

/** `notes`: what is valid, but treated differently by different JSON readers. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown; readonly notes: readonly string[] }
  | Unreadable;

/**
 * Whether the text is JSON by RFC 8259. Text that the engine's parser refuses is read again by the strict reader: k6's
 * engine refuses numbers beyond a double, and each engine words its errors differently.
 */
export function parseJsonText(text: string): JsonText {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const read = parseByEngine(text, start) ?? readJson(text, start);
  if (!read.ok) return { ...read, reason: markupIn(text) ?? read.reason };
  const notes = start === 1 ? ['byte order mark'] : [];
  if (text.includes('\\u') && hasLoneSurrogate(text)) notes.push('lone surrogate');
  return { ok: true, value: read.value, notes };
}

/** No JSON begins like a page, such as that of a web server, a proxy or a login. */
function markupIn(text: string): string | null {
  if (!/^\s*</.test(text)) return null;
  return /<(!doctype )?html/i.test(text.slice(0, 1000)) ? html : 'HTML or XML';
}

export const html = 'HTML';

/** k6's engine crashes on JSON that is nested a few million levels deep. With so many brackets its parser takes ten seconds. */
const mostOpeners = 1_000_000;

function parseByEngine(text: string, start: 0 | 1) {
  if (text.length > mostOpeners && text.split('[').length + text.split('{').length > mostOpeners) return null;
  try {
    return { ok: true, value: JSON.parse(text.slice(start)) as unknown } as const;
  } catch {
    return null;
  }
}

function hasLoneSurrogate(text: string): boolean {
  const pair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  return /\\u[dD][89a-fA-F]/.test(text.replace(/\\[^u]/g, '').replace(pair, ''));
}

/** The value in a body to which a JSON Pointer (RFC 6901) leads. */
export function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

/** Whether a JSON value holds nothing: null, an empty text, list or object. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

import { parseJsonText } from '../checks/json-text/json-text.ts';
import { excerptAround } from '../reports/escape.ts';

/**
 * All that is said of a body, in a form that both engines can write down. The value of half a surrogate pair is left
 * out: k6's parser replaces it with U+FFFD.
 */
export function describeJsonText(text: string) {
  const found = parseJsonText(text);
  if (!found.ok) return { ...found, excerpt: excerptAround(text, found.offset, 24) };
  const lone = found.notes.includes('lone surrogate') || /[\ud800-\udfff]/.test(text);
  return {
    ok: true,
    notes: found.notes,
    value: lone ? 'has half a surrogate pair' : JSON.stringify(found.value),
    excerpt: excerptAround(text, 3, 12),
  };
}

/** More levels than a recursive parser reads in Node. */
export function nested() {
  return [10_000, 100_000, 200_000].flatMap((depth) => [
    parseJsonText('['.repeat(depth) + ']'.repeat(depth)).ok,
    parseJsonText(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`).ok,
  ]);
}

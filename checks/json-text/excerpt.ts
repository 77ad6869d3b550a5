/**
 * About `width` characters of the text around `offset`, on one line, cuts marked. Redact the text first: a cut may
 * fall inside a secret, which then no longer looks like one.
 */
export function excerptAround(text: string, offset: number, width: number): string {
  const middle = Math.min(Math.max(offset, 0), text.length);
  const from = edge(text, Math.max(0, Math.min(middle - Math.floor(width / 2), text.length - width)));
  const to = edge(text, Math.min(text.length, from + width));
  const shown = Array.from(text.slice(from, to), visible).join('');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
}

/** Moves a cut that would fall inside a surrogate pair to its front. */
function edge(text: string, at: number): number {
  const inPair = /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
  return inPair ? at - 1 : at;
}

/** Soft hyphen, marks that have no width or turn the direction of writing, line separators, half pairs. */
const unseen = /^[\x80-\xa0\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]$/;

function visible(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return unseen.test(char) ? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>` : char;
}

/** Inside of a character class: controls, bidi and zero-width characters, separators, but neither tab nor line feed. */
export const hidden =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff';
const pair = '[\\ud800-\\udbff][\\udc00-\\udfff]';
const hiddenPattern = new RegExp(`${pair}|[\\ud800-\\udfff${hidden}]`, 'g');
const markupPattern = new RegExp(`${pair}|[&<>"'\\ud800-\\udfff${hidden}]`, 'g');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text with every control, bidi and zero-width character and every lone surrogate shown as a visible sign. */
export function visible(text: string): string {
  return text.replace(hiddenPattern, sign);
}

/** The text as it may stand in HTML and XML, in content and in quoted attributes alike. */
export function escapeMarkup(text: string): string {
  return text.replace(markupPattern, (character) => entities[character] ?? sign(character));
}

function sign(character: string): string {
  if (character.length === 2) return character;
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** The first `length` characters, saying what was cut; never half of a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return `${text.slice(0, end)}… [cut: ${text.length} characters in all]`;
}

/** For a character class: controls, bidi and zero-width characters, and separators, except tab and line feed. */
const hidden =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff';
export const hiddenPattern = new RegExp(`[${hidden}]`, 'g');
const markupPattern = new RegExp(`[&<>"'${hidden}]`, 'g');
const colour = '\\u001b\\[[\\d;]*m';
const commandAtStart = new RegExp(`^((?:\\s|${colour})*):(?=(?:${colour})*:)`, 'gm');
const beyondAscii = /[\u0080-\uffff]/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Shows every control, bidi and zero-width character and every unpaired surrogate as a visible sign. */
export function visible(text: string): string {
  return withoutLoneSurrogates(text).replace(hiddenPattern, sign);
}

const colours = new RegExp(colour, 'g');

export function withoutColours(text: string): string {
  return text.replace(colours, '');
}

/**
 * Removes commands to CI systems from output. GitHub obeys lines that begin with `::`, even after blanks and colours. GitHub,
 * Azure and TeamCity obey `##[`, `##vso[` and the like anywhere in a line.
 */
export function withoutCommands(output: string): string {
  return output.replace(commandAtStart, '$1: ').replace(/#(?=#+[a-z]*\[)/gi, '# ');
}

/** Escapes text for HTML and XML, for content and for quoted attributes. */
export function escapeMarkup(text: string): string {
  return withoutLoneSurrogates(text).replace(
    markupPattern,
    (character) => entities[character] ?? sign(character),
  );
}

/** Works by code points, because k6's engine does not match unpaired surrogates correctly. */
function withoutLoneSurrogates(text: string): string {
  if (!beyondAscii.test(text)) return text;
  const isLone = (point: string) => point.length === 1 && point >= '\ud800' && point <= '\udfff';
  return Array.from(text, (point) => (isLone(point) ? sign(point) : point)).join('');
}

function sign(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

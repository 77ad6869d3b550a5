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

/**
 * About `width` characters of the text around `offset`, on one line, cuts marked. Redact the text first: a cut may
 * fall inside a secret, which then no longer looks like one.
 */
export function excerptAround(text: string, offset: number, width: number): string {
  const middle = Math.min(Math.max(offset, 0), text.length);
  const from = edge(text, Math.max(0, Math.min(middle - Math.floor(width / 2), text.length - width)));
  const to = edge(text, Math.min(text.length, from + width));
  const shown = visible(text.slice(from, to)).replace(/[\t\n\u00a0]/g, (space) => spaces[space] ?? '');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
}

const spaces: Readonly<Record<string, string>> = { '\t': '␉', '\n': '␊', '\u00a0': '⟨U+00A0⟩' };

/** Moves a cut within a surrogate pair to the front of the pair. */
function edge(text: string, at: number): number {
  const inPair = /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
  return inPair ? at - 1 : at;
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

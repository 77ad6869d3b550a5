import { escapeMarkup } from './escape.ts';

/** HTML, SVG or XML that is safe to write. */
export interface Markup {
  readonly markup: string;
}

export type Piece = Markup | string | number | null | readonly Piece[];

/** Template tag for HTML, SVG and XML. Everything inserted is escaped unless it is markup itself. Indentation in the template is dropped. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: String.raw({ raw: strings.map(unindented) }, ...pieces.map(render)) };
}

/** Our own text that is already markup. */
export function trusted(text: string): Markup {
  return { markup: text };
}

export const nothing: Markup = trusted('');

/** A sentence with code in `backticks` and figures that do not break across lines: "1 458". */
export function prose(text: string): Markup {
  const whole = text.replace(/(?<=\d) (?=\d{3}(?!\d)|%|ms\b)/g, '\u00a0');
  return trusted(escapeMarkup(whole).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

function render(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string') return escapeMarkup(piece);
  if (typeof piece === 'number') return String(piece);
  if ('markup' in piece) return piece.markup;
  return piece.map(render).join('');
}

function unindented(text: string): string {
  return text.replace(/\n +/g, '\n');
}

import { escapeMarkup } from './escape.ts';
import { remembering } from './remembering.ts';

/** HTML, SVG or XML that is safe to write. */
export interface Markup {
  readonly markup: string;
}

export type Part = Markup | string | number | null | readonly Part[];

/**
 * Template tag for HTML, SVG and XML: everything put in is escaped, unless it is markup itself.
 * Indentation in the template is left out of the result.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: strings.map(unindented) }, ...parts.map(render)) };
}

/** Text of our own making that is markup already. */
export function trusted(text: string): Markup {
  return { markup: text };
}

export const nothing: Markup = trusted('');

/** A sentence with code in `backticks`, and with figures that do not break over lines: "1 458". */
export function prose(text: string): Markup {
  const whole = text.replace(/(?<=\d) (?=\d{3}(?!\d)|%|ms\b)/g, '\u00a0');
  return trusted(escapeMarkup(whole).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/** Remembered by content: k6's engine makes new strings for a template each time. */
const unindented = remembering(100_000, (string) => string.replace(/\n +/g, '\n'));

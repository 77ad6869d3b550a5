import { escapeMarkup } from './escape.ts';

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
  const [first = '', ...rest] = unindented(strings);
  let result = first;
  rest.forEach((string, index) => {
    result += render(parts[index] ?? null) + string;
  });
  return { markup: result };
}

/** Text of our own making that is markup already. */
export function trusted(text: string): Markup {
  return { markup: text };
}

export const nothing: Markup = trusted('');

/** A sentence in which `this` stands for code. */
export function prose(text: string): Markup {
  return trusted(escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

const seen = new WeakMap<TemplateStringsArray, readonly string[]>();

function unindented(strings: TemplateStringsArray): readonly string[] {
  let lines = seen.get(strings);
  if (lines === undefined) {
    lines = strings.map((string) => string.replace(/\n\s*/g, '\n'));
    seen.set(strings, lines);
  }
  return lines;
}

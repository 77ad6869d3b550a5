import { stringify } from 'yaml';

const mostColumns = 118;

/** A declaration that can stand alone, and the prose about it. */
export interface DraftBlock {
  readonly prose: readonly string[];
  readonly declared: object;
}

/** A value that could be declared for a field, and a note on it. */
export type Noted = readonly [value: unknown, note: string];

/** A block for one field of the contract, without inner fields that are null or an empty list; no block if none is left. */
export function draftBlock(name: string, about: string, fields: Record<string, Noted>): DraftBlock[] {
  const known = Object.entries(fields).filter(([, [value]]) => value !== null && [value].flat().length > 0);
  const notes = known.map(([field, [, note]]) => `${field}: ${note}`);
  const declared = Object.fromEntries(known.map(([field, [value]]) => [field, value]));
  return known.length === 0 ? [] : [{ prose: [about, ...notes], declared: { [name]: declared } }];
}

/**
 * A contract in which all blocks are commented out: prose after ##, and what may be declared after a single #, without which it is YAML.
 */
export function textOfDraft(head: readonly string[], blocks: readonly DraftBlock[]): string {
  const lines = blocks.flatMap(({ prose, declared }) => [
    '',
    ...prose.flatMap(proseLines),
    ...yamlLines(declared).map((line) => `#${line}`),
  ]);
  return [...head.flatMap(proseLines), '', 'version: 1', ...lines, ''].join('\n');
}

function proseLines(text: string): string[] {
  return folded(text, mostColumns - 3).map((line) => `## ${line}`);
}

function folded(text: string, width: number): string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'g')) ?? [];
}

/** Every string on one line: plain, or quoted as in JSON where any version of YAML would read something else. */
const inLines = {
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
  lineWidth: 0,
  singleQuote: false,
  blockQuote: false,
  doubleQuotedAsJSON: true,
} as const;

function yamlLines(declared: object): string[] {
  return stringify(declared, inLines).trimEnd().split('\n');
}

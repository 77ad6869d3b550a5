import { stringify } from 'yaml';

const mostColumns = 118;

/** What can be declared by itself, and what is said of it. */
export interface DraftBlock {
  readonly prose: readonly string[];
  readonly declared: object;
}

/** A value that a field may be declared to have, and what is said of it. */
export type Noted = readonly [value: unknown, note: string];

/** One field of the contract with its own fields, but for those whose value is null or an empty list; none without any. */
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

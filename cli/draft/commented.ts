import { Document, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { cut } from '../../checks/json-body.ts';
import { visible } from '../../reports/escape.ts';

/** A value in a contract, with what is said of it; empty: nothing is. */
export class Noted {
  readonly note: string;
  readonly value: unknown;

  constructor(note: string, value: unknown) {
    this.note = note;
    this.value = value;
  }
}

const mostColumns = 118;
const longestAside = 60;

/** What can be declared by itself. */
export interface DraftBlock {
  readonly prose: readonly string[];
  /** With notes on its parts. */
  readonly declared: object;
}

/** One field of the contract with its own fields, but for those whose value is null or an empty list; none without any. */
export function draftBlock(name: string, prose: string, fields: Record<string, Noted>): DraftBlock[] {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const declared = Object.entries(fields).filter(([, { value }]) => !isEmpty(value));
  return declared.length === 0
    ? []
    : [{ prose: [prose], declared: { [name]: Object.fromEntries(declared) } }];
}

/**
 * A contract in which all blocks are commented out. Prose stands a space after its #, what may be declared right after it: without the
 * # of all its lines it is YAML, in which what is said of its parts is still a comment. `schemaFile`: for editors, which complete and
 * check the file by it; null: they find none.
 */
export function textOfDraft(
  schemaFile: string | null,
  head: readonly string[],
  blocks: readonly DraftBlock[],
): string {
  const editorLines = schemaFile === null ? [] : [`# yaml-language-server: $schema=${schemaFile}`, '#'];
  const lines = blocks.flatMap(({ prose, declared }) => [
    '',
    ...prose.flatMap(proseLines),
    ...yamlLines(declared).map((line) => `#${line}`),
  ]);
  return [...editorLines, ...head.flatMap(proseLines), '', 'version: 1', ...lines, ''].join('\n');
}

function proseLines(text: string): string[] {
  return folded(text, mostColumns - 2).map((line) => `# ${line}`);
}

/** What a service said, for a comment: on one line, with everything that hides made visible. */
export function quotedWords(text: string): string {
  return visible(JSON.stringify(cut(text, 100)));
}

function folded(text: string, width: number): string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'g')) ?? [];
}

/** Every string on one line: plain, or quoted as in JSON where any version of YAML would read something else. */
function yamlLines(declared: object): string[] {
  const text = new Document(nodeOf(declared, 0), { compat: 'yaml-1.1' }).toString({
    lineWidth: 0,
    singleQuote: false,
    blockQuote: false,
    doubleQuotedAsJSON: true,
    flowCollectionPadding: false,
  });
  return text.trimEnd().split('\n');
}

function nodeOf(item: unknown, depth: number): Node {
  const value = item instanceof Noted ? item.value : item;
  if (Array.isArray(value)) return seqOf(value, depth);
  return typeof value === 'object' && value !== null ? mapOf(value, depth) : scalarOf(value);
}

/** In a flow sequence the library would write a string with a line break as plain lines, which cannot be read again. */
function scalarOf(value: unknown): Scalar {
  const scalar = new Scalar(value);
  if (typeof value === 'string' && value.includes('\n')) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function seqOf(items: readonly unknown[], depth: number): YAMLSeq {
  const seq = new YAMLSeq<Node>();
  for (const item of items) {
    const node = nodeOf(item, depth + 1);
    if (item instanceof Noted) node.commentBefore = commentText(item.note, depth + 1);
    seq.items.push(node);
  }
  const isShort = JSON.stringify(items).length < mostColumns - 2 * depth - 20;
  seq.flow = isShort && seq.items.every((item) => item instanceof Scalar);
  return seq;
}

function mapOf(value: object, depth: number): YAMLMap {
  const map = new YAMLMap<Scalar, Node>();
  map.flow = isLeafOfSchema(value);
  for (const [name, item] of Object.entries(value)) {
    const key = scalarOf(name);
    const node = nodeOf(item, depth + 1);
    if (item instanceof Noted && item.note !== '') {
      const isOnOneLine = node instanceof Scalar || (node as YAMLMap | YAMLSeq).flow === true;
      if (isOnOneLine && item.note.length <= longestAside) node.comment = ` ${item.note}`;
      else key.commentBefore = commentText(item.note, depth);
    }
    map.items.push(new Pair(key, node));
  }
  return map;
}

/** As `{type: string}`. */
function isLeafOfSchema(value: object): boolean {
  return Object.entries(value).every(
    ([name, one]) =>
      ['type', 'const', 'enum'].includes(name) && (typeof one !== 'object' || Array.isArray(one)),
  );
}

function commentText(note: string, depth: number): string {
  return folded(note, mostColumns - 2 * depth - 3)
    .map((line) => ` ${line}`)
    .join('\n');
}

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { ContractError } from './contract-error.ts';
import { blankComments } from './json-comments.ts';

export type Path = readonly (string | number)[];

/** A file of JSON or YAML, read, with the place of everything in it. */
export interface Source {
  readonly file: string;
  readonly value: unknown;
  /** `contract.yaml:3:5: latency.percentile: must be …` */
  readonly problem: (path: Path, message: string, on?: 'key' | 'value') => string;
}

export async function readSource(file: string): Promise<Source> {
  return parseSource(file, decode(file, await contentOf(file)));
}

function parseSource(file: string, text: string): Source {
  const lines = new LineCounter();
  const isJson = ['.json', '.jsonc', '.json5'].includes(extname(file).toLowerCase());
  const document = parseDocument(isJson ? blankComments(text) : text, {
    lineCounter: lines,
    prettyErrors: false,
  });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const faults = faultsOf(document).map(({ offset, message }) => `${place(offset)}: ${message}`);
  if (faults.length > 0) throw new ContractError(faults);
  return {
    file,
    value: contentAsData(file, document),
    problem: (path, message, on = 'value') => {
      const field = path.length === 0 ? '' : `${path.join('.')}: `;
      return `${place(offsetOf(document, path, on))}: ${field}${message}`;
    },
  };
}

function contentAsData(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ContractError([`${file}: cannot be read: ${error instanceof Error ? error.message : error}`]);
  }
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? `cannot be read (${error instanceof Error ? error.message : error})`;
    throw new ContractError([`${file}: ${reason}`]);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path, or write one with `contract init`',
  EISDIR: 'is a folder; name the contract file in it',
  EACCES: 'may not be read; check its permissions',
};

function decode(file: string, content: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (text.trim() === '')
      throw new ContractError([`${file}: is empty; \`contract init\` writes a commented one`]);
    return text;
  } catch (error) {
    if (error instanceof ContractError) throw error;
    throw new ContractError([`${file}: is not UTF-8 text; save it as UTF-8`]);
  }
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

function faultsOf(document: Document.Parsed): Fault[] {
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
    offset: pos[0],
    message: words[code] ?? `cannot be read: ${message}`,
  }));
  if (faults.length > 0) return faults;
  if (document.contents === null)
    return [{ offset: 0, message: 'holds nothing but comments; add at least `version: 1`' }];
  visit(document, (_key, node, path) => {
    const message = faultOf(document, node, path);
    if (message !== null) faults.push({ offset: (node as Node).range?.[0] ?? 0, message });
  });
  return faults;
}

const words: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this field stands twice in its mapping; keep one',
  MULTIPLE_DOCS: 'a second document begins here; keep one document in the file',
  TAB_AS_INDENT: 'cannot be read: YAML takes no tabs as indentation; use spaces',
};

function faultOf(document: Document.Parsed, node: unknown, path: readonly unknown[]): string | null {
  if (isAlias(node)) {
    const target = node.resolve(document);
    if (target === undefined) return `there is no anchor &${node.source} before this alias`;
    if (path.includes(target)) return `the alias *${node.source} stands inside what it repeats`;
  }
  if (isPair(node) || !isScalar(node)) return null;
  return typeof node.value === 'number' && !Number.isFinite(node.value) ? 'JSON has no such number' : null;
}

/** Where the deepest part of the path that exists begins. */
function offsetOf(document: Document.Parsed, path: Path, on: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const [depth, name] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    const pair = isMap(node)
      ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(name))
      : undefined;
    const next: unknown = isSeq(node) ? node.items[Number(name)] : pair?.value;
    const wanted =
      pair !== undefined && (next === null || (on === 'key' && depth === path.length - 1)) ? pair.key : next;
    if (wanted === undefined || wanted === null) break;
    offset = (wanted as Node).range?.[0] ?? offset;
    node = next;
  }
  return offset;
}

import { readFile } from 'node:fs/promises';
import { type Document, isMap, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { redactor } from '../../reports/redact.ts';
import { holdsToken } from '../../schemas/run-settings.ts';
import { secretsIn, tokensIn } from '../child-environment.ts';
import { UsageError } from '../exit-status.ts';

export type Path = readonly (string | number)[];

/** Something to say about a field, or about its name (`on: 'key'`). */
export interface Note {
  readonly path: Path;
  readonly message: string;
  readonly on?: 'key';
}

/** A note with its place in a file; line and column count from 1. */
export interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `contract.yaml:3:5: latency.percentile: must be …` */
  readonly text: string;
}

/** A file of YAML, and so of JSON, with the place of everything in it. */
export interface Source {
  readonly file: string;
  readonly value: unknown;
  readonly place: (note: Note) => Placed;
}

/** What to do about a file that is missing or empty. */
const remedies = {
  contract: {
    missing: 'check the path, or create one with `contract init`',
    empty: '`contract init` writes a commented contract',
  },
  schema: {
    missing: 'check the path, which is relative to the contract',
    empty: 'write a JSON Schema into it',
  },
} as const;

type Kind = keyof typeof remedies;

/** Names of fields are shown as they are, in the report too. */
const withToken = 'holds the access token; remove it, or use another token';

/** Rejects with a `UsageError` that has all problems of the file. Shows none of the secrets in the environment. */
export async function readSource(file: string, kind: Kind, env: NodeJS.ProcessEnv): Promise<Source> {
  const text = decoded(file, await contentOf(file, kind));
  const [tokens, redact] = [tokensIn(env), redactor(secretsIn(env))];
  const lines = new LineCounter();
  const placed = (offset: number, message: string): Placed => {
    const { line, col: column } = lines.linePos(offset);
    return { file, line, column, text: `${file}:${line}:${column}: ${redact(message)}` };
  };
  // The parser's own search for equal keys takes minutes in a large file.
  const options = { lineCounter: lines, prettyErrors: false, stringKeys: true, uniqueKeys: false };
  const document = parseDocument(text, options);
  const [at] = tokens.map((token) => text.toLowerCase().indexOf(token.toLowerCase())).filter((at) => at >= 0);
  if (at !== undefined) throw new UsageError(placed(at, withToken).text);
  const faults = faultsOf(document, kind);
  if (faults.length > 0)
    throw new UsageError(...faults.map(({ offset, message }) => placed(offset, message).text));
  const value = dataOf(file, document);
  if (tokens.some((token) => holdsToken(value, token))) throw new UsageError(`${file}: ${withToken}`);
  return {
    file,
    value,
    place: ({ path, message, on }) => {
      const field = path.length === 0 ? '' : `${path.join('.')}: `;
      return placed(offsetOf(document, path, on), `${field}${message}`);
    },
  };
}

/** Throws if aliases would make a small file large. */
function dataOf(file: string, document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

const mostBytes = 2_000_000;

async function contentOf(file: string, kind: Kind): Promise<Buffer> {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `the file does not exist; ${remedies[kind].missing}`,
    EISDIR: 'is a folder; give the file in it',
    EACCES: 'cannot be read; check its permissions',
  };
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: ${reasons[error.code ?? ''] ?? `cannot be read (${error.message})`}`);
  });
  if (content.length > mostBytes) throw new UsageError(`${file}: is larger than 2 MB; check the path`);
  return content;
}

function decoded(file: string, content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UsageError(`${file}: is not UTF-8 text; save it as UTF-8`);
  }
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

const mostFaults = 20;
/** Each one is resolved by a walk through the whole document. */
const mostAliases = 100;

/** Those of YAML, or else what JSON could not hold. */
function faultsOf(document: Document.Parsed, kind: Kind): Fault[] {
  const unread = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
    offset: pos[0],
    message: words[code] ?? `cannot be read: ${message}`,
  }));
  if (unread.length > 0) return unread.slice(0, mostFaults);
  if (document.contents === null) return [{ offset: 0, message: `is empty; ${remedies[kind].empty}` }];
  const faults: Fault[] = [];
  let aliases = 0;
  const add = (node: unknown, message: string) =>
    void faults.push({ offset: (node as Node).range?.[0] ?? 0, message });
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (seen.has(String(key))) add(key, 'this field appears twice in its mapping; keep one');
        seen.add(String(key));
      }
    },
    Alias: (_, node, path) => {
      aliases += 1;
      if (aliases > mostAliases) {
        add(node, `this is alias ${aliases}; a contract has at most ${mostAliases}`);
        return visit.BREAK;
      }
      const target = node.resolve(document);
      if (target === undefined) add(node, `there is no anchor &${node.source} before this alias`);
      else if (path.includes(target))
        add(node, `the alias *${node.source} is inside the part that it repeats`);
      return undefined;
    },
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        add(node, 'JSON has no such number');
    },
  });
  return faults.slice(0, mostFaults);
}

const words: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here; keep one document in the file',
  TAB_AS_INDENT: 'cannot be read: YAML does not allow tabs as indentation; use spaces',
  RESOURCE_EXHAUSTION: 'cannot be read: it is nested too deeply',
};

/** The beginning of the deepest part of the path that exists. */
function offsetOf(document: Document, path: Path, on?: 'key'): number {
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
  const node = on === 'key' && pair !== undefined ? pair.key : document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

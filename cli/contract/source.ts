import { isUtf8 } from 'node:buffer';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { redactor } from '../../reports/secrets/redact.ts';
import { holdsToken } from '../../schemas/run-settings.ts';
import { secretsIn, tokensIn } from '../child-environment.ts';
import { UsageError } from '../exit-status.ts';
import { readInputFile } from '../input-file.ts';

export type Path = readonly (string | number)[];

/** Something to say about a field. */
export interface Note {
  readonly path: Path;
  readonly message: string;
}

/** A file of YAML, and so of JSON, with the place of everything in it. */
export interface Source {
  readonly file: string;
  readonly value: unknown;
  /** A line for each note, in their order in the file: `contract.yaml:3:5: latency.percentile: must be …` */
  readonly linesOn: (notes: readonly Note[]) => string[];
}

/** Names of fields are shown as they are, in the report too. */
const withToken = 'holds the access token; remove it, or use another token';
/** More of them help nobody. */
const mostLines = 20;

/**
 * Rejects with a `UsageError` that has all problems of the file. Shows none of the secrets in the environment. `hint`: what to do if
 * the file is missing or empty.
 */
export async function readSource(file: string, hint: string, env: NodeJS.ProcessEnv): Promise<Source> {
  const text = await textOf(file, hint);
  const isSecret = (data: unknown) => tokensIn(env).some((token) => holdsToken(data, token));
  const tokenLine = text.split('\n').findIndex(isSecret) + 1;
  if (tokenLine > 0) throw new UsageError(`${file}:${tokenLine}: ${withToken}`);
  const redact = redactor(secretsIn(env));
  const lines = new LineCounter();
  const lineAt = (offset: number, message: string): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: ${redact(message)}`;
  };
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) =>
    lineAt(pos[0], words[code] ?? `cannot be read: ${message}`),
  );
  if (faults.length > 0) throw new UsageError(...faults.slice(0, mostLines));
  if (document.contents === null) throw new UsageError(lineAt(0, `is empty; ${hint}`));
  const value = dataOf(file, document);
  if (isSecret(value)) throw new UsageError(`${file}: ${withToken}`);
  return {
    file,
    value,
    linesOn: (notes) =>
      notes
        .map(({ path, message }) => ({ path, message, offset: offsetOf(document, path) }))
        .toSorted((a, b) => a.offset - b.offset)
        .slice(0, mostLines)
        .map(({ path, message, offset }) =>
          lineAt(offset, path.length === 0 ? message : `${path.join('.')}: ${message}`),
        ),
  };
}

const words: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this field appears twice in its mapping; keep one',
  MULTIPLE_DOCS: 'a second document begins here; keep one document in the file',
  TAB_AS_INDENT: 'cannot be read: YAML does not allow tabs as indentation; use spaces',
  RESOURCE_EXHAUSTION: 'cannot be read: it is nested too deeply',
};

/** As JSON holds it. Throws if an alias has no anchor, is inside its own anchor, or makes a small file large. */
function dataOf(file: string, document: Document): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS(), finite));
  } catch (error) {
    const isCircle = error instanceof TypeError;
    const reason = isCircle ? 'an alias is inside the part that it repeats' : (error as Error).message;
    throw new UsageError(`${file}: cannot be read: ${reason}`);
  }
}

function finite(key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new Error(`${key} is ${value}, and JSON has no such number`);
}

const mostMb = 2;

async function textOf(file: string, hint: string): Promise<string> {
  const content = await readInputFile(file, mostMb);
  if (content === null) throw new UsageError(`${file}: the file does not exist; ${hint}`);
  if (!isUtf8(content)) throw new UsageError(`${file}: is not UTF-8 text; save it as UTF-8`);
  return content.toString();
}

/** The beginning of the deepest part of the path that exists: of its name, or of an item in a list. */
function offsetOf(document: Document, path: Path): number {
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
  const node = pair === undefined ? document.getIn(path, true) : pair.key;
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

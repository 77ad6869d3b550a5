import { isUtf8 } from 'node:buffer';
import { type Document, parseDocument } from 'yaml';
import { cut } from '../../checks/json-body.ts';
import { parseJsonText } from '../../checks/json-text/json-text.ts';
import { redactor } from '../../reports/secrets/redact.ts';
import { holdsToken } from '../../schemas/run-settings.ts';
import { secretsIn, tokensIn } from '../child-environment.ts';
import { UsageError } from '../exit-status.ts';
import { readInputFile } from '../input-file.ts';
import { type Note, onOtherFields } from './notes.ts';
import { offsetIn, placesIn } from './places.ts';

/** A file of YAML, and so of JSON, with the place of everything in it. */
export interface Source {
  readonly file: string;
  readonly value: unknown;
  /** A line for each note, in their order in the file: `contract.yaml:3:5: latency.percentile: must be …` */
  readonly linesOn: (notes: readonly Note[]) => string[];
  /** Besides, lines on what would not be read as it is written, which hide the notes on the same fields. */
  readonly problemsWith: (notes: readonly Note[]) => string[];
}

/** Names of fields are shown as they are, in the report too. */
const withToken = 'holds the access token; remove it, or use another token';
const mostLines = 20;

/**
 * Rejects with a `UsageError` if the file cannot be read. Shows none of the secrets in the environment. `hint`: what to do if
 * the file is missing or empty.
 */
export async function readSource(file: string, hint: string, env: NodeJS.ProcessEnv): Promise<Source> {
  const text = await textOf(file, hint);
  const isSecret = (data: unknown) => tokensIn(env).some((token) => holdsToken(data, token));
  const tokenLine = text.split('\n').findIndex(isSecret) + 1;
  if (tokenLine > 0) throw new UsageError(`${file}:${tokenLine}: ${withToken}`);
  const redact = redactor(secretsIn(env));
  const document = parseDocument(text, asJson);
  const lineAt = ({ offset, message }: TextFault): string => {
    const before = text.slice(0, offset).split('\n');
    return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${redact(message)}`;
  };
  const { unreadable, further } = faultsOfText(file, text, document);
  if (unreadable.length > 0) throw new UsageError(...shortened(unreadable, lineAt));
  if (document.contents === null) throw new UsageError(lineAt({ offset: 0, message: `is empty; ${hint}` }));
  const { root, faults: ofValues, isWhole } = placesIn(document, text);
  const linesOn = (notes: readonly Note[]) =>
    shortened(
      notes
        .map(({ path, message, offset = offsetIn(root, path) }) => ({
          offset,
          message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
        }))
        .toSorted((a, b) => a.offset - b.offset),
      lineAt,
    );
  const faults = [...further.map((fault) => ({ path: [], ...fault })), ...ofValues];
  if (!isWhole) throw new UsageError(...linesOn(faults));
  const value = dataOf(file, document);
  if (isSecret(value)) throw new UsageError(`${file}: ${withToken}`);
  const problemsWith = (notes: readonly Note[]) => linesOn([...faults, ...onOtherFields(faults, notes)]);
  return { file, value, linesOn, problemsWith };
}

/** What is not JSON is refused; fields that appear twice are found faster in `placesIn`. */
const asJson = {
  prettyErrors: false,
  logLevel: 'error',
  schema: 'core',
  merge: true,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
} as const;

function shortened(faults: readonly TextFault[], lineAt: (fault: TextFault) => string): string[] {
  const more = faults.length - mostLines;
  if (more <= 1) return faults.map(lineAt);
  return [...faults.slice(0, mostLines).map(lineAt), `… and ${more} more problems`];
}

interface TextFault {
  readonly offset: number;
  readonly message: string;
}

/** Further faults leave a value that can be judged. */
function faultsOfText(file: string, text: string, document: Document.Parsed) {
  const none: readonly TextFault[] = [];
  const hidden = unprintable.exec(text);
  if (hidden !== null) {
    const code = hidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const message = `the character U+${code} is no text; save the file as UTF-8, or write it as an escape in double quotes`;
    return { unreadable: [{ offset: hidden.index, message }], further: none };
  }
  const json = file.endsWith('.json') && text.trim() !== '' ? parseJsonText(text) : null;
  if (json?.ok === false) {
    const message = `is not JSON: ${json.reason}`;
    return { unreadable: [{ offset: Math.min(json.offset, text.length), message }], further: none };
  }
  const all = [...document.errors, ...document.warnings]
    // Tags are found with their values.
    .filter(({ code }) => code !== 'TAG_RESOLVE_FAILED')
    .map(({ code, message, pos }) => ({
      code,
      offset: pos[0],
      message: words[code] ?? `cannot be read: ${cut(message, 120)}`,
    }));
  const isFurther = ({ code }: (typeof all)[number]) => code === 'MULTIPLE_DOCS' || code === 'BAD_DIRECTIVE';
  const unreadable = all.filter((one) => !isFurther(one));
  const deep = unreadable.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  return { unreadable: deep === undefined ? unreadable : [deep], further: all.filter(isFurther) };
}

/** What YAML and JSON allow only as an escape. */
const unprintable = /(?![\t\n\r\x85\ufeff])[\p{Cc}\p{Surrogate}\ufffe\uffff]/u;

const words: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here; keep one document in the file',
  TAB_AS_INDENT: 'cannot be read: YAML does not allow tabs as indentation; use spaces',
  RESOURCE_EXHAUSTION: 'cannot be read: it is nested too deeply',
};

const mostMb = 2;

/** As JSON holds it. Throws where aliases make a small file large. */
function dataOf(file: string, document: Document): unknown {
  try {
    const text = JSON.stringify(document.toJS());
    if (text.length <= mostMb * 1e6) return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
  }
  throw new UsageError(`${file}: its aliases make it larger than ${mostMb} MB; write less, or without them`);
}

async function textOf(file: string, hint: string): Promise<string> {
  const content = await readInputFile(file, mostMb);
  if (content === null) throw new UsageError(`${file}: the file does not exist; ${hint}`);
  if (!isUtf8(content)) throw new UsageError(`${file}: is not UTF-8 text; save it as UTF-8`);
  return content.toString();
}

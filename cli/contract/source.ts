import { isUtf8 } from 'node:buffer';
import { type Document, parseDocument } from 'yaml';
import { cut } from '../../checks/json-body.ts';
import { parseJsonText } from '../../checks/json-text/json-text.ts';
import { holdsToken } from '../../schemas/run-settings.ts';
import { redactorOf, tokensIn } from '../child-environment.ts';
import { messageOf, UsageError } from '../exit-status.ts';
import { readInputFile } from '../named-file.ts';
import { type Note, nameOf } from './notes.ts';
import { offsetIn, placesIn } from './places.ts';

/** A file that holds the token is refused, because the report shows the names of its fields as they are. */
const withToken = 'holds the access token; remove it, or use another token';
const mostLines = 20;

/**
 * Rejects with a `UsageError` if the file cannot be read. Shows none of the secrets in the environment. `hint`: what to do if
 * the file is missing or empty.
 */
export async function readSource(file: string, hint: string, env: NodeJS.ProcessEnv) {
  const text = await textOf(file, hint);
  const isSecret = (data: unknown) => tokensIn(env).some((token) => holdsToken(data, token));
  const tokenLine = text.split('\n').findIndex(isSecret) + 1;
  if (tokenLine > 0) throw new UsageError(`${file}:${tokenLine}: ${withToken}`);
  const redact = redactorOf(env);
  const document = parseDocument(text, asJson);
  const lineOn = ({ pointer, message, offset = 0 }: Note): string => {
    const before = text.slice(0, offset).split('\n');
    const said = pointer === '' ? message : `${nameOf(pointer)}: ${message}`;
    return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${redact(said)}`;
  };
  const fault = faultOfText(file, text, document);
  if (fault !== null) throw new UsageError(lineOn({ pointer: '', ...fault }));
  if (document.contents === null) throw new UsageError(lineOn({ pointer: '', message: `is empty; ${hint}` }));
  const { offsets, faults } = placesIn(document);
  /** A line for each note, in their order in the file: `contract.yaml:3:5: latency.percentile: must be …` */
  const linesOn = (notes: readonly Note[]) => {
    const placed = notes.map((note) => ({ offset: offsetIn(offsets, note.pointer), ...note }));
    const inOrder = placed.toSorted((a, b) => a.offset - b.offset);
    return shortened(inOrder, lineOn);
  };
  if (faults.length > 0) throw new UsageError(...linesOn(faults));
  const value = dataOf(file, document);
  if (isSecret(value)) throw new UsageError(`${file}: ${withToken}`);
  return { file, value, linesOn };
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

function shortened(notes: readonly Note[], lineOn: (note: Note) => string): string[] {
  const more = notes.length - mostLines;
  if (more <= 1) return notes.map(lineOn);
  return [...notes.slice(0, mostLines).map(lineOn), `… and ${more} more problems`];
}

/** What is wrong with the text itself. The reader of YAML goes on after a fault, and what it says then follows from the first. */
function faultOfText(file: string, text: string, document: Document.Parsed) {
  const hidden = unprintable.exec(text);
  if (hidden !== null) {
    const code = hidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const advice = 'save the file as UTF-8, or write it as an escape in double quotes';
    return { offset: hidden.index, message: `the character U+${code} is no text; ${advice}` };
  }
  const json = file.endsWith('.json') && text.trim() !== '' ? parseJsonText(text) : null;
  if (json?.ok === false)
    return { offset: Math.min(json.offset, text.length), message: `is not JSON: ${json.reason}` };
  const all = [...document.errors, ...document.warnings]
    // `placesIn` finds the tags.
    .filter(({ code }) => code !== 'TAG_RESOLVE_FAILED');
  const first = all.find(({ code }) => code === 'RESOURCE_EXHAUSTION') ?? all[0];
  if (first === undefined) return null;
  const { code, message, pos } = first;
  return { offset: pos[0], message: words[code] ?? `cannot be read as YAML: ${cut(message, 120)}` };
}

/** Characters that YAML and JSON allow only as escapes. */
const unprintable = /(?![\t\n\r\x85\ufeff])[\p{Cc}\p{Surrogate}\ufffe\uffff]/u;

const words: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here; keep one document in the file',
  TAB_AS_INDENT: 'cannot be read: YAML does not allow tabs as indentation; use spaces',
  NON_STRING_KEY: 'cannot be read: the name of a field must be text',
  RESOURCE_EXHAUSTION: 'cannot be read: it is nested too deeply',
};

const mostMb = 2;

/** The content of a document. Throws UsageError where aliases or merge keys cannot be followed, or make a small file large. */
function dataOf(file: string, document: Document): unknown {
  let reason = `they make it larger than ${mostMb} MB`;
  try {
    const text = JSON.stringify(document.toJS());
    if (text.length <= mostMb * 1e6) return JSON.parse(text);
  } catch (error) {
    // JSON has no circles.
    reason =
      error instanceof TypeError ? 'one is inside the part that it repeats' : cut(messageOf(error), 120);
  }
  throw new UsageError(`${file}: its aliases cannot be followed: ${reason}; write it without them`);
}

async function textOf(file: string, hint: string): Promise<string> {
  const content = await readInputFile(file, mostMb);
  if (content === null) throw new UsageError(`${file}: the file does not exist; ${hint}`);
  if (!isUtf8(content)) throw new UsageError(`${file}: is not UTF-8 text; save it as UTF-8`);
  return content.toString();
}

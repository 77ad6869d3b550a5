import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import type { Note, Path } from './source.ts';

const mostNotes = 20;

/** What ajv found wrong, in words: the first complaint about each place, for those that follow are of the same fault. */
export function notesOn(whole: unknown, errors: readonly ErrorObject[]): Note[] {
  const notes = new Map<string, Note>();
  for (const error of errors) {
    const note = noteOn(whole, error);
    const place = JSON.stringify(note.path);
    if (!notes.has(place)) notes.set(place, note);
  }
  return [...notes.values()].slice(0, mostNotes);
}

function noteOn(whole: unknown, error: ErrorObject): Note {
  const path = pathIn(whole, error.instancePath);
  const { keyword, params, parentSchema } = error;
  const fields: Readonly<Record<string, unknown>> = parentSchema?.['properties'] ?? {};
  if (keyword === 'additionalProperties') {
    const message = `unknown field; the fields here are ${Object.keys(fields).join(', ')}`;
    return { path: [...path, params['additionalProperty']], message, on: 'key' };
  }
  if (keyword === 'required') {
    const name: string = params['missingProperty'];
    return { path: [...path, name], message: withHelp('is missing', fields[name]), on: 'key' };
  }
  if (keyword === 'not') return { path, message: 'has both `schema` and `schemaFile`; keep one' };
  const message = `${complaint(error)}, is ${describeValue(error.data, 40)}`;
  return { path, message: path.length === 0 ? message : withHelp(message, parentSchema) };
}

function complaint({ keyword, params, message = 'is wrong' }: ErrorObject): string {
  if (keyword === 'type') return `must be ${wordsFor(params['type'], (name) => typeWords[name] ?? name)}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'minimum') return `must be at least ${params['limit']}`;
  if (keyword === 'maximum') return `must be at most ${params['limit']}`;
  if (keyword === 'uniqueItems') return 'must not contain the same item twice';
  if (keyword === 'minItems' || keyword === 'minLength') return 'must not be empty';
  return keyword === 'enum' ? `must be ${wordsFor(params['allowedValues'], JSON.stringify)}` : message;
}

function wordsFor(names: string | readonly string[], word: (name: string) => string): string {
  return [names]
    .flat()
    .map((name) => word(name))
    .join(' or ');
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function withHelp(complaint: string, schema: unknown): string {
  const description = (schema as { description?: string } | undefined)?.description;
  return description === undefined ? complaint : `${complaint}. ${description}`;
}

/** The segments of a JSON Pointer; those into lists are numbers. */
export function pathIn(whole: unknown, pointer: string): Path {
  let value = whole;
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) ? Number(name) : name;
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    return step;
  });
}

interface Subschema {
  readonly path: Path;
  readonly keywords: Readonly<Record<string, unknown>>;
}

/** Their values map names of the operator's own to schemas. */
const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
/** Their values are data, whatever they look like. */
const data = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];

/** A schema and every schema inside it, outermost first. */
function subschemas(schema: unknown, path: Path = []): Subschema[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => subschemas(part, [...path, index]));
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([keyword, value]) => {
    if (data.includes(keyword)) return [];
    if (!maps.includes(keyword)) return subschemas(value, [...path, keyword]);
    return Object.entries(value ?? {}).flatMap(([name, part]) => subschemas(part, [...path, keyword, name]));
  });
  return [{ path, keywords: schema as Subschema['keywords'] }, ...inner];
}

/** What ajv accepts under Node, and what cannot work in k6's engine or in a validator that answers at once. */
export function engineFaults(schema: unknown): Note[] {
  return subschemas(schema).flatMap(({ path, keywords: { pattern, patternProperties, $async } }) => {
    const names = typeof patternProperties === 'object' ? Object.keys(patternProperties ?? {}) : [];
    return [
      ...(typeof pattern === 'string' ? patternFaults([...path, 'pattern'], pattern) : []),
      ...names.flatMap((name) => patternFaults([...path, 'patternProperties', name], name, 'key')),
      ...($async === undefined ? [] : [unknownKeyword([...path, '$async'])]),
    ];
  });
}

function patternFaults(path: Path, pattern: string, on?: 'key'): Note[] {
  const fault = patternFault(pattern);
  return fault === null ? [] : [{ path, message: fault, ...(on && { on }) }];
}

function patternFault(pattern: string): string | null {
  if (/(?:^|[^\\])(?:\\\\)*\\[pP]\{/.test(pattern)) {
    return "k6's engine does not support \\p{…}, which would match nothing; list the characters instead, e.g. [A-Za-z]";
  }
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function unknownKeyword(path: Path): Note {
  return { path, message: 'not a JSON Schema keyword', on: 'key' };
}

/** ajv says these in words only: what they speak of is found again in the schema. */
export function noteOf(schema: unknown, line: string, pathIn: (pointer: string) => Path): Note {
  const pathOf = (keyword: string, value?: string): Path => {
    const holder = subschemas(schema).find(({ keywords }) =>
      value === undefined ? Object.hasOwn(keywords, keyword) : keywords[keyword] === value,
    );
    return [...(holder?.path ?? []), keyword];
  };
  const keyword = /unknown keyword: "(.+)"/.exec(line)?.[1];
  if (keyword !== undefined) return unknownKeyword(pathOf(keyword));
  const reference = /can't resolve reference (.+) from id/.exec(line)?.[1];
  if (reference !== undefined) {
    const message = `${reference} is not in this schema, and schemas are not downloaded; put it under $defs and refer to it as #/$defs/NAME`;
    return { path: pathOf('$ref', reference), message };
  }
  const place = / at (?:path )?"#([^"]*)"/;
  const message = line.replace(/^strict mode: | ?\(strict\w+\)| ignored in schema/g, '').replace(place, '');
  return { path: pathIn(decodeURIComponent(place.exec(line)?.[1] ?? '')), message };
}

import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import type { Note, Path } from './source.ts';

/** What ajv found wrong, in words. */
export function notesOn(errors: readonly ErrorObject[]): Note[] {
  return firstOnEach(errors.map(noteOn));
}

/** The first complaint about each field, because the others are about the same fault. */
export function firstOnEach(notes: readonly Note[]): Note[] {
  const places = notes.map(({ path }) => path.join('/'));
  return notes.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function noteOn(error: ErrorObject): Note {
  const path = pathIn(error.instancePath);
  const { keyword, params, parentSchema } = error;
  const fields: Readonly<Record<string, unknown>> = parentSchema?.['properties'] ?? {};
  if (keyword === 'additionalProperties') {
    const name: string = params['additionalProperty'];
    const message = `unknown field; the fields here are ${Object.keys(fields).join(', ')}`;
    return { path: [...path, name], message };
  }
  if (keyword === 'required') {
    const name: string = params['missingProperty'];
    return { path: [...path, name], message: withHelp('is missing', fields[name]) };
  }
  if (keyword === 'not') return { path, message: 'has both `schema` and `schemaFile`; keep one' };
  const message = `${complaint(error)}, is ${describeValue(error.data, 40)}`;
  return { path, message: path.length === 0 ? message : withHelp(message, parentSchema) };
}

function complaint({ keyword, params }: ErrorObject): string {
  return complaints[keyword]?.(params) ?? 'is wrong';
}

/** By keyword: all that the schemas of contracts and of JSON Schema itself use. */
const complaints: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  type: ({ type }) => `must be ${wordsFor(type, (name) => typeWords[name] ?? name)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `must be ${wordsFor(allowedValues, JSON.stringify)}`,
  minimum: ({ limit }) => `must be ${limit} or more`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  minLength: () => 'must not be empty',
  minItems: () => 'must not be empty',
  uniqueItems: () => 'must not hold the same item twice',
  format: () => 'must be a date that exists',
  pattern: () => 'has a character that is not allowed here',
};

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

/** The segments of a JSON Pointer. */
export function pathIn(pointer: string): Path {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

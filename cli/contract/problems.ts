import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import type { Note, Path } from './source.ts';

/** What ajv found wrong, in words. */
export function notesOn(errors: readonly ErrorObject[]): Note[] {
  return firstOnEach(errors.map(noteOn));
}

/** The first complaint about each field, because the others are about the same fault. */
function firstOnEach(notes: readonly Note[]): Note[] {
  const places = notes.map(({ path }) => path.join('/'));
  return notes.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function noteOn({ instancePath, keyword, params, parentSchema, data, message }: ErrorObject): Note {
  const path = pathIn(instancePath);
  const fields: Readonly<Record<string, unknown>> = parentSchema?.['properties'] ?? {};
  if (keyword === 'additionalProperties') {
    const name: string = params['additionalProperty'];
    const known = Object.keys(fields).join(', ');
    return { path: [...path, name], message: `unknown field; the fields here are ${known}` };
  }
  if (keyword === 'required') {
    const name: string = params['missingProperty'];
    return { path: [...path, name], message: withHelp('is missing', fields[name]) };
  }
  if (keyword === 'not') return { path, message: 'has both `schema` and `schemaFile`; keep one' };
  const allowed: readonly string[] | undefined = params['allowedValues'];
  const must = allowed === undefined ? message : `must be one of ${allowed.join(', ')}`;
  const words = `${must}, is ${describeValue(data, 40)}`;
  return { path, message: path.length === 0 ? words : withHelp(words, parentSchema) };
}

function withHelp(complaint: string, schema: unknown): string {
  const description = (schema as { description?: string } | undefined)?.description;
  return description === undefined ? complaint : `${complaint}. ${description}`;
}

/** The segments of a JSON Pointer. */
export function pathIn(pointer: string): Path {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

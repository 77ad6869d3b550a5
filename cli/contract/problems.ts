import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import { firstOnEach, type Note, type Path } from './note.ts';

/** What ajv found wrong, in words. `unknown`: what is said of a field, where these are known. */
export function notesOn(errors: readonly ErrorObject[], unknown = unknownField): Note[] {
  return firstOnEach(errors.map((error) => noteOn(error, unknown)));
}

function unknownField(_name: string, known: readonly string[]): string {
  return `unknown field; the fields here are ${known.join(', ')}`;
}

function noteOn(error: ErrorObject, unknown: typeof unknownField): Note {
  const { instancePath, keyword, params, parentSchema, data, message } = error;
  const path = pathIn(instancePath);
  const fields: Readonly<Record<string, unknown>> = parentSchema?.['properties'] ?? {};
  if (keyword === 'additionalProperties') {
    const name: string = params['additionalProperty'];
    return { path: [...path, name], message: unknown(name, Object.keys(fields)) };
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

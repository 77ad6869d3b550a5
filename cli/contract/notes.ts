import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import { schemaWords } from '../../schemas/validate.ts';

export type Path = readonly (string | number)[];

export interface Note {
  readonly path: Path;
  readonly message: string;
  /** In the text, where the path does not lead there, as to the second of two fields with one name. */
  readonly offset?: number;
}

function fieldOf({ path }: Note): string {
  return JSON.stringify(path.map(String));
}

/** What ajv found wrong, in words: the first on each field, because the others are about the same fault. */
export function notesOn(errors: readonly ErrorObject[]): Note[] {
  const noted = new Set<string>();
  const notes = errors.map(noteOn);
  return notes.filter((note) => !noted.has(fieldOf(note)) && noted.add(fieldOf(note)));
}

function noteOn(error: ErrorObject): Note {
  const { instancePath, keyword, params, parentSchema, data } = error;
  const path = pathIn(instancePath);
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
  const words = `${schemaWords(error)}, is ${describeValue(data, 40)}`;
  return { path, message: path.length === 0 ? words : withHelp(words, parentSchema) };
}

function withHelp(complaint: string, schema: unknown): string {
  const description = (schema as { description?: string } | undefined)?.description;
  return description === undefined ? complaint : `${complaint}. ${description}`;
}

export function pathIn(pointer: string): Path {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

import type { ErrorObject } from 'ajv';
import { describeValue } from '../../checks/json-body.ts';
import { schemaWords } from '../../schemas/validate.ts';

export interface Note {
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
  /** In the text, where the pointer does not lead there, as to the second of two fields with one name. */
  readonly offset?: number;
}

/** The pointer to a field or an item of what a pointer leads to. */
export function within(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** "waivers.0.check"; empty: the whole document. */
export function nameOf(pointer: string): string {
  const names = pointer.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** What ajv found wrong, in words: the first on each field, because the others are about the same fault. */
export function notesOn(errors: readonly ErrorObject[]): Note[] {
  const noted = new Set<string>();
  return errors.map(noteOn).filter(({ pointer }) => !noted.has(pointer) && noted.add(pointer));
}

function noteOn(error: ErrorObject): Note {
  const { instancePath: pointer, keyword, params, parentSchema, data } = error;
  const fields: Readonly<Record<string, unknown>> = parentSchema?.['properties'] ?? {};
  if (keyword === 'additionalProperties') {
    const message = `unknown field; the fields here are ${Object.keys(fields).join(', ')}`;
    return { pointer: within(pointer, params['additionalProperty']), message };
  }
  if (keyword === 'required') {
    const name: string = params['missingProperty'];
    return { pointer: within(pointer, name), message: withHelp('is missing', fields[name]) };
  }
  if (keyword === 'not') return { pointer, message: 'has both `schema` and `schemaFile`; keep one' };
  const words = `${schemaWords(error)}, is ${describeValue(data, 40)}`;
  return { pointer, message: pointer === '' ? words : withHelp(words, parentSchema) };
}

function withHelp(complaint: string, schema: unknown): string {
  const description = (schema as { description?: string } | undefined)?.description;
  return description === undefined ? complaint : `${complaint}. ${description}`;
}

import { Ajv, type ErrorObject } from 'ajv';
import { describeValue } from '../../checks/describe-value.ts';
import contractSchema from '../../schemas/contract.schema.json';
import { didYouMean } from './nearest.ts';
import type { Path, Source } from './source.ts';

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false });
const validate = ajv.compile(contractSchema);

/** What `contract.schema.json` finds wrong, one line for each field. */
export function shapeProblems(source: Source): string[] {
  if (validate(source.value)) return [];
  const problems = new Map<string, string>();
  for (const error of validate.errors ?? []) {
    const { path, message, on } = wordsFor(error, source.value);
    const field = path.join('.');
    if (!problems.has(field)) problems.set(field, source.problem(path, message, on));
  }
  return [...problems.values()];
}

/** Broken where what is wrong says what to do. */
const helpless = ['uniqueItems', 'not'];

interface Words {
  readonly path: Path;
  readonly message: string;
  readonly on: 'key' | 'value';
}

function wordsFor(error: ErrorObject, whole: unknown): Words {
  const path = pathIn(whole, error.instancePath);
  const { keyword, params } = error;
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return { path: [...path, name], message: `unknown field${advice(name, error)}`, on: 'key' };
  }
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return {
      path: [...path, missing],
      message: withHelp('is missing', propertyOf(error, missing)),
      on: 'key',
    };
  }
  const own = complaint(error);
  const told = path.length === 0 || helpless.includes(keyword);
  return { path, message: told ? own : withHelp(own, error.parentSchema), on: 'value' };
}

/** A field that stands in the wrong place is named with its right one. */
function advice(name: string, error: ErrorObject): string {
  const here = Object.keys(error.parentSchema?.['properties'] ?? {});
  const slip = didYouMean(name, here);
  if (slip !== '') return slip;
  const home = Object.entries(contractSchema.properties).find(
    ([, schema]) => 'properties' in schema && Object.hasOwn(schema.properties, name),
  );
  if (home !== undefined) return `; it belongs under ${home[0]}`;
  if (Object.hasOwn(contractSchema.properties, name)) return '; it belongs at the top level';
  return `; the fields here are ${here.join(', ')}`;
}

function complaint({ keyword, params, data, message }: ErrorObject): string {
  const actual = `is ${describeValue(data, 40)}`;
  if (keyword === 'type') return `must be ${typeNames(params['type'])}, ${actual}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}, ${actual}`;
  if (keyword === 'enum') {
    const allowed: string[] = params['allowedValues'];
    const slip = typeof data === 'string' ? didYouMean(data, allowed) : '';
    return `must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}, ${actual}${slip}`;
  }
  if (keyword === 'pattern') return `must be a date as YYYY-MM-DD, ${actual}`;
  if (keyword === 'uniqueItems')
    return `items ${Math.min(params['i'], params['j']) + 1} and ${Math.max(params['i'], params['j']) + 1} are equal; keep one`;
  if (keyword === 'not') return 'has both `schema` and `schemaFile`; keep one';
  if (keyword === 'minItems' || keyword === 'minLength') return 'must not be empty';
  return `${message ?? 'is wrong'}, ${actual}`;
}

function typeNames(type: unknown): string {
  return [type]
    .flat()
    .map((name) => typeWords[String(name)] ?? name)
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

function propertyOf({ parentSchema }: ErrorObject, name: string): unknown {
  return (parentSchema?.['properties'] as Record<string, unknown> | undefined)?.[name];
}

function withHelp(complaint: string, schema: unknown): string {
  const description = (schema as { description?: string } | undefined)?.description;
  return description === undefined
    ? complaint
    : `${complaint}${complaint.endsWith('?') ? '' : '.'} ${description}`;
}

/** The segments of a JSON Pointer; those into lists are numbers. */
export function pathIn(whole: unknown, pointer: string): Path {
  let value = whole;
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(value) ? Number(name) : name;
      value = (value as Record<string | number, unknown> | undefined)?.[step];
      return step;
    });
}

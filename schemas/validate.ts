import { userResponse } from '../dist/validators.mjs';

/** One broken keyword of a schema: its place in the body, the keyword and its parameters. */
export interface SchemaError {
  /** JSON Pointer into the body. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A validator as ajv compiles it standalone. */
export interface Validator {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** All broken keywords of the body of GET /api/v1/user. */
export function userResponseErrors(body: unknown): readonly SchemaError[] {
  return schemaErrors(userResponse, body);
}

export function schemaErrors(validator: Validator, body: unknown): readonly SchemaError[] {
  return validator(body) ? [] : (validator.errors ?? []);
}

/** A broken keyword in words for readers who do not know JSON Schema. They name what the schema names, and nothing of the value. */
export function schemaWords({ keyword, params, message = `must keep ${keyword}` }: SchemaError): string {
  const { type, allowedValues, allowedValue, missingProperty } = params;
  if (keyword === 'type') return `must be ${[type].flat().map(withArticle).join(' or ')}`;
  if (keyword === 'enum') return `must be one of ${[allowedValues].flat().join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (keyword === 'required') return `must have the field ${missingProperty}`;
  if (/^(any|one)Of$/.test(keyword)) return 'must have one of the forms that are allowed here';
  if (/^(additional|unevaluated)P/.test(keyword)) return 'must have no other fields';
  if (keyword === 'false schema') return 'must not be there';
  return message
    .replace(/NOT have fewer than/, 'have at least')
    .replace(/NOT have more than/, 'have at most')
    .replace(/NOT/, 'not')
    .replace(/ 1 (item|character)s$/, ' 1 $1');
}

const withArticle = (type: unknown) =>
  `${type === 'null' ? '' : /^[aio]/.test(`${type}`) ? 'an ' : 'a '}${type}`;

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

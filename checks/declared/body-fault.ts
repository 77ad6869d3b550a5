import type { SchemaError, Validator } from '../../schemas/validate.ts';
import { type Failure, fail } from '../check.ts';
import { describeValue } from '../describe-value.ts';

/** How a body breaks a declared schema; null where it does not. `field` is where the contract declares it. */
export function bodyFault(validator: Validator, body: unknown, field: string): Failure | null {
  if (validator(body)) return null;
  const error = mostTelling(validator.errors ?? []);
  if (error === undefined) return fail('schema', `a body that matches ${field}`, describeValue(body));
  const place = error.instancePath === '' ? 'the body' : error.instancePath;
  const expected = `${place} ${error.message ?? `keeps ${error.keyword}`} (${field})`;
  return fail(
    `${error.keyword} at ${generalised(error.instancePath)}`,
    expected,
    describeValue(valueAt(body, error.instancePath)),
  );
}

/** A schema of alternatives ends with the error that sums them up; any other has its cause first. */
function mostTelling(errors: readonly SchemaError[]): SchemaError | undefined {
  const last = errors.at(-1);
  return last !== undefined && ['anyOf', 'oneOf', 'not', 'contains'].includes(last.keyword)
    ? last
    : errors[0];
}

/** One cause for all items of a list. */
function generalised(instancePath: string): string {
  return instancePath === '' ? '/' : instancePath.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** What stands in a body where a JSON Pointer (RFC 6901) leads. */
export function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

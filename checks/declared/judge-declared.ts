import { type SchemaError, schemaWords, type Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { type Check, fail, type Judgement, pass, unclear } from '../check.ts';
import { isPerhapsByRounding } from '../inexact-numbers.ts';
import { describeValue } from '../json-body.ts';
import { valueAt } from '../json-text/json-text.ts';

/** `reading`: only where it says more than that the operator declared the rule. */
export type DeclaredCheck = Omit<Check, 'origin'>;

/** Where only facts are judged there are no bodies, so schemas are not compiled. */
export const notCompiled: Validator = () => {
  throw new Error('The declared schema is not compiled here.');
};

export function judgeStatus({ exchange }: Answer, statuses: readonly number[]): Judgement {
  const { status } = exchange.response;
  return statuses.includes(status)
    ? pass
    : fail(`HTTP ${status}`, `HTTP ${statuses.join(' or ')}`, `HTTP ${status}`);
}

/** `field` is where the contract declares the schema. */
export function judgeBody({ json }: Answer, validator: Validator, field: string): Judgement {
  if (json === null) return fail('empty body', `a body that matches ${field}`, 'an empty body');
  if (!json.ok) return fail('not JSON', `JSON that matches ${field}`, json.reason, json.offset);
  if (validator(json.value)) return pass;
  const errors = validator.errors ?? [];
  if (isPerhapsByRounding(errors, json.value))
    return unclear('inexact-numbers', 'numbers that are read rounded');
  const error = mostTelling(errors);
  if (error === undefined) return fail('schema', `a body that matches ${field}`, describeValue(json.value));
  const { instancePath, keyword } = error;
  // One cause for all items of a list.
  const place = (instancePath || '/').replace(/\/\d+(?=\/|$)/g, '/*');
  return fail(
    `${keyword} at ${place}`,
    `${instancePath === '' ? 'the body' : instancePath} ${schemaWords(error)} (${field})`,
    describeValue(valueAt(json.value, instancePath)),
  );
}

/** For a schema of alternatives the last error, which sums them up; otherwise the first. */
function mostTelling(errors: readonly SchemaError[]): SchemaError | undefined {
  const last = errors.at(-1);
  const sumsUp = ['anyOf', 'oneOf', 'not', 'contains'].includes(last?.keyword ?? '');
  return sumsUp ? last : errors[0];
}

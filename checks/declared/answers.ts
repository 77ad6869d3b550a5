import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { SchemaError, Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import {
  type Check,
  declaredReading,
  type Failure,
  fail,
  type Judgement,
  notApplicable,
  pass,
} from '../check.ts';
import { resembles } from '../control-profile.ts';
import { callResult, succeeded } from '../exchange.ts';
import { describeValue } from '../json-body.ts';
import { reportsError } from '../reported-error.ts';

/** What the contract declares of successful answers. */
export function answerChecks({ answers = {} }: Contract, validators: DeclaredValidators): Check[] {
  return endpointNames.flatMap((endpoint) => {
    const statuses = answers[endpoint]?.statuses;
    const isDeclared = answers[endpoint]?.schema !== undefined || validators[endpoint] !== undefined;
    return [
      ...(statuses === undefined ? [] : [statusCheck(endpoint, statuses)]),
      ...(isDeclared ? [schemaCheck(endpoint, validators[endpoint] ?? notCompiled)] : []),
    ];
  });
}

/** Facts are judged where no answer is: the checks are there, and what reads a body is not. */
const notCompiled: Validator = () => {
  throw new Error('The declared schema is not compiled here.');
};

function statusCheck(endpoint: Endpoint, statuses: readonly number[]): Check {
  const list = statuses.join(', ');
  return {
    id: `${endpoint}-answer-status`,
    clause: '7.errors',
    origin: 'declared',
    title: `${endpointTitle(endpoint)} succeeds with a declared status (${list})`,
    failureTitle: `${endpointTitle(endpoint)} succeeds with an undeclared status (declared: ${list})`,
    subject: `${endpoint}-answer`,
    reading: declaredReading,
    judge: ({ exchange }) => judgeStatus(exchange.response.status, statuses),
  };
}

function judgeStatus(status: number, statuses: readonly number[]): Judgement {
  return statuses.includes(status)
    ? pass
    : fail(`HTTP ${status}`, `HTTP ${statuses.join(' or ')}`, `HTTP ${status}`);
}

function schemaCheck(endpoint: Endpoint, validator: Validator): Check {
  const field = `answers.${endpoint}.schema`;
  return {
    id: `${endpoint}-answer-schema`,
    clause: `4.${endpoint}.response`,
    origin: 'declared',
    title: `The body of a successful ${endpoint} answer matches the declared schema`,
    failureTitle: `The body of a successful ${endpoint} answer does not match the declared schema`,
    subject: `${endpoint}-answer`,
    reading: `${declaredReading} A body that is not JSON breaks §4 instead; a 204 has no body to judge.`,
    judge: (answer) => judgeBody(answer, validator, field),
  };
}

function judgeBody({ exchange, json }: Answer, validator: Validator, field: string): Judgement {
  if (json === null && exchange.response.status === 204) return notApplicable;
  if (json === null) return fail('empty body', `a body that matches ${field}`, 'an empty body');
  return json.ok ? (bodyFault(validator, json.value, field) ?? pass) : notApplicable;
}

/** How a body breaks a declared schema; null where it does not. `field` is where the contract declares it. */
function bodyFault(validator: Validator, body: unknown, field: string): Failure | null {
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

/**
 * What the contract makes of an answer: a service may refuse with 200 and an error body. An answer that keeps neither what
 * is declared of successes nor what is declared of refusals, and reports no error, may still be either. Where
 * successes keep the schema of refusals too, one that keeps it, unlike a success, may be both. undefined: the contract does
 * not tell.
 */
export type DeclaredMeaning = (answer: Answer) => 'success' | 'refusal' | 'neither' | 'either' | undefined;

export function declaredMeaning(contract: Contract, validators: DeclaredValidators): DeclaredMeaning {
  return (answer) => {
    const { exchange } = answer;
    if (!succeeded(exchange)) return 'refusal';
    const { status } = exchange.response;
    const statuses = contract.answers?.[exchange.endpoint]?.statuses;
    const refusalStatuses = contract.refusal?.statuses;
    const refusable = refusalStatuses?.includes(status) === true;
    const keepsRefusal = refusable ? keeps(validators.refusal, answer) : false;
    const isShared = answer.control.refusalLike?.includes(exchange.endpoint) === true;
    const notSuccess = keepsRefusal === false && !reportsError(answer.json) ? 'neither' : 'refusal';
    if (statuses !== undefined && !statuses.includes(status)) return notSuccess;
    const isAnswer = keeps(validators[exchange.endpoint], answer);
    // Where refusals and successes share a schema, keeping it says nothing.
    if (isAnswer === undefined) {
      if (keepsRefusal !== true || resembles(answer.control, exchange, answer.json)) return undefined;
      return isShared && !reportsError(answer.json) ? 'either' : 'refusal';
    }
    if (isAnswer) return keepsRefusal === true ? undefined : 'success';
    // A schema of refusals without their statuses tells what is no success.
    const isRefusal = refusalStatuses === undefined && keeps(validators.refusal, answer) === true;
    return isRefusal ? 'refusal' : notSuccess;
  };
}

/** Remembers a success of a valid call that keeps what is declared of refusals. */
export function learnRefusalLike(answer: Answer, contract: Contract, { refusal }: DeclaredValidators): void {
  const { exchange, control } = answer;
  const { endpoint, response } = exchange;
  const known = control.refusalLike ?? [];
  if (known.includes(endpoint) || contract.refusal?.statuses?.includes(response.status) !== true) return;
  if (keeps(refusal, answer) === true) control.refusalLike = [...known, endpoint];
}

/** A 204 has no body by its nature; any other answer without JSON keeps no schema. */
function keeps(validator: Validator | undefined, { exchange, json }: Answer): boolean | undefined {
  if (validator === undefined || (json === null && exchange.response.status === 204)) return undefined;
  return json?.ok === true && validator(json.value);
}

/**
 * Answers of what stands before a service that is not there, or to a request that is too large to be read: they refuse no
 * credential.
 */
const otherRefusals = [413, 414, 431, 502, 503, 504];

/** What the contract declares of the answers to encrypt calls without the access token. */
export function refusalChecks({ refusal }: Contract, validators: DeclaredValidators): Check[] {
  const statuses = refusal?.statuses;
  const isDeclared = refusal?.schema !== undefined || validators.refusal !== undefined;
  return [
    ...(statuses === undefined ? [] : [refusalStatusCheck(statuses)]),
    ...(isDeclared ? [refusalSchemaCheck(validators.refusal ?? notCompiled, statuses ?? [])] : []),
  ];
}

const reading = `${declaredReading} 413, 414, 429, 431, 502, 503 and 504 count as refusals only if they are declared.`;

function refusalStatusCheck(statuses: readonly number[]): Check {
  const list = statuses.join(', ');
  return {
    id: 'refusal-status',
    clause: '7.errors',
    origin: 'declared',
    title: `Encrypt refuses with a declared status (${list})`,
    failureTitle: `Encrypt refuses with an undeclared status (declared: ${list})`,
    subject: 'refusal-answer',
    besideSuccess: 'fail',
    reading,
    judge: (answer) =>
      refuses(answer, statuses) ? judgeStatus(answer.exchange.response.status, statuses) : notApplicable,
  };
}

function refusalSchemaCheck(validator: Validator, statuses: readonly number[]): Check {
  return {
    id: 'refusal-schema',
    clause: '7.errors',
    origin: 'declared',
    title: 'The body of a refusal matches the declared schema',
    failureTitle: 'The body of a refusal does not match the declared schema',
    subject: 'refusal-answer',
    besideSuccess: 'fail',
    reading,
    judge: (answer) => (refuses(answer, statuses) ? judgeRefusalBody(answer, validator) : notApplicable),
  };
}

function refuses({ exchange }: Answer, statuses: readonly number[]): boolean {
  const { status } = exchange.response;
  if (status === 0) return false;
  if (statuses.includes(status)) return true;
  return callResult(exchange) !== 'turned away' && !otherRefusals.includes(status);
}

function judgeRefusalBody({ json }: Answer, validator: Validator): Judgement {
  if (json === null) return fail('empty body', 'a body that matches refusal.schema', 'an empty body');
  if (!json.ok) return fail('not JSON', 'JSON that matches refusal.schema', json.reason, json.offset);
  return bodyFault(validator, json.value, 'refusal.schema') ?? pass;
}

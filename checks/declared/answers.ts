import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { SchemaError, Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { judgeRefusal } from '../auth/auth-refusal.ts';
import { resembles } from '../calls/control-profile.ts';
import { reportsError } from '../calls/reported-error.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { callResult, succeeded } from '../exchange.ts';
import { describeValue } from '../json-body.ts';

/** What the contract declares of successful answers. */
export function answerChecks({ answers = {} }: Contract, validators: DeclaredValidators): Check[] {
  return endpointNames.flatMap((endpoint) => {
    const statuses = answers[endpoint]?.statuses;
    const isDeclared = answers[endpoint]?.schema !== undefined || validators[endpoint] !== undefined;
    return [
      ...(statuses === undefined ? [] : [statusCheck(endpoint, statuses)]),
      ...(isDeclared
        ? [schemaCheck(endpoint, validators[endpoint] ?? notCompiled, statuses !== undefined)]
        : []),
    ];
  });
}

/** Where only facts are judged there are no bodies, so schemas are not compiled. */
const notCompiled: Validator = () => {
  throw new Error('The declared schema is not compiled here.');
};

/** A check that the contract gives. */
export function declaredCheck(check: Omit<Check, 'origin'>): Check {
  return { reading: declaredReading, ...check, origin: 'declared' };
}

function statusCheck(endpoint: Endpoint, statuses: readonly number[]): Check {
  const list = statuses.join(', ');
  return declaredCheck({
    id: `${endpoint}-answer-status`,
    clause: '7.errors',
    title: `${endpointTitle(endpoint)} succeeds with a declared status (${list})`,
    failureTitle: `${endpointTitle(endpoint)} succeeds with an undeclared status (declared: ${list})`,
    subject: `${endpoint}-answer`,
    judge: (answer) => judgeStatus(answer, statuses),
  });
}

function judgeStatus({ exchange }: Answer, statuses: readonly number[]): Judgement {
  const { status } = exchange.response;
  return statuses.includes(status)
    ? pass
    : fail(`HTTP ${status}`, `HTTP ${statuses.join(' or ')}`, `HTTP ${status}`);
}

function schemaCheck(endpoint: Endpoint, validator: Validator, areStatusesDeclared: boolean): Check {
  // Where statuses are declared, they say whether a 204 is a success.
  const ofNoBody: Judgement = areStatusesDeclared
    ? notApplicable
    : unclear(`a 204, where answers.${endpoint} declares a schema and no statuses`, 'HTTP 204');
  return declaredCheck({
    id: `${endpoint}-answer-schema`,
    clause: `4.${endpoint}.response`,
    title: `The body of a successful ${endpoint} answer matches the declared schema`,
    failureTitle: `The body of a successful ${endpoint} answer does not match the declared schema`,
    subject: `${endpoint}-answer`,
    reading: `${declaredReading} A body that is not JSON breaks §4 instead; a 204 has no body to judge, and counts as a success only if the declared statuses list it.`,
    judge: (answer) => {
      if (hasNoBody(answer)) return ofNoBody;
      if (answer.json?.ok === false) return notApplicable;
      return judgeBody(answer, validator, `answers.${endpoint}.schema`);
    },
  });
}

function hasNoBody({ exchange, json }: Answer): boolean {
  return json === null && exchange.response.status === 204;
}

/** `field` is where the contract declares the schema. */
function judgeBody({ json }: Answer, validator: Validator, field: string): Judgement {
  if (json === null) return fail('empty body', `a body that matches ${field}`, 'an empty body');
  if (!json.ok) return fail('not JSON', `JSON that matches ${field}`, json.reason, json.offset);
  if (validator(json.value)) return pass;
  const error = mostTelling(validator.errors ?? []);
  if (error === undefined) return fail('schema', `a body that matches ${field}`, describeValue(json.value));
  const { instancePath, keyword, message } = error;
  return fail(
    `${keyword} at ${generalised(instancePath)}`,
    `${instancePath === '' ? 'the body' : instancePath} ${message ?? `keeps ${keyword}`} (${field})`,
    describeValue(valueAt(json.value, instancePath)),
  );
}

/** For a schema of alternatives the last error, which sums them up; otherwise the first. */
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

/** The value in a body to which a JSON Pointer (RFC 6901) leads. */
export function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

/**
 * What an answer is by the contract: a service may refuse with 200 and an error body. "neither": it matches neither the
 * declared successes nor the declared refusals, and reports no error. "either": it matches the schema of refusals,
 * which successes match too. undefined: the contract does not tell.
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
    const isError = reportsError(answer.json, exchange.endpoint);
    const notSuccess = keepsRefusal === false && !isError ? 'neither' : 'refusal';
    if (statuses !== undefined && !statuses.includes(status)) return notSuccess;
    const isAnswer = keeps(validators[exchange.endpoint], answer);
    // Where refusals and successes share a schema, matching it proves nothing.
    if (isAnswer === undefined) {
      if (keepsRefusal !== true || resembles(answer)) return undefined;
      return isShared && !isError ? 'either' : 'refusal';
    }
    // A schema may describe errors and results alike.
    const mayBeError = isError && !resembles(answer);
    if (isAnswer) return keepsRefusal === true || mayBeError ? undefined : 'success';
    // A schema of refusals without statuses still tells what is not a success.
    const isRefusal = refusalStatuses === undefined && keeps(validators.refusal, answer) === true;
    return isRefusal ? 'refusal' : notSuccess;
  };
}

/** Remembers that a success of a valid call matches what is declared of refusals. */
export function learnRefusalLike(answer: Answer, contract: Contract, { refusal }: DeclaredValidators): void {
  const { exchange, control } = answer;
  const { endpoint, response } = exchange;
  const known = control.refusalLike ?? [];
  if (known.includes(endpoint) || contract.refusal?.statuses?.includes(response.status) !== true) return;
  if (keeps(refusal, answer) === true) control.refusalLike = [...known, endpoint];
}

/** undefined: no schema, or a 204, which has no body. Any other answer without JSON matches no schema. */
function keeps(validator: Validator | undefined, answer: Answer): boolean | undefined {
  if (validator === undefined || hasNoBody(answer)) return undefined;
  return answer.json?.ok === true && validator(answer.json.value);
}

/** Answers of a gateway whose service is not there, or to a request that is too large: they refuse no credential. */
export const otherRefusals = [413, 414, 431, 502, 503, 504];

/** What the contract declares of the answers to encrypt calls without the access token. */
export function refusalChecks(
  { refusal }: Contract,
  validators: DeclaredValidators,
  meaning: DeclaredMeaning,
): Check[] {
  const { statuses = [], schema } = refusal ?? {};
  const list = statuses.join(', ');
  const validator = validators.refusal ?? notCompiled;
  // Of the 2xx answers, those that the token checks take for refusals.
  const isRefusal = (answer: Answer) =>
    !succeeded(answer.exchange) || judgeRefusal(answer, meaning).outcome === 'pass';
  const ofRefusals = (check: Pick<Check, 'id' | 'title' | 'failureTitle' | 'judge'>) =>
    declaredCheck({
      ...check,
      clause: '7.errors',
      subject: 'refusal-answer',
      besideSuccess: 'fail',
      reading: `${declaredReading} 413, 414, 429, 431, 502, 503 and 504 count as refusals only if they are declared.`,
      judge: (answer) =>
        refuses(answer, statuses) && isRefusal(answer) ? check.judge(answer) : notApplicable,
    });
  const ofStatus = ofRefusals({
    id: 'refusal-status',
    title: `Encrypt refuses with a declared status (${list})`,
    failureTitle: `Encrypt refuses with an undeclared status (declared: ${list})`,
    judge: (answer) => judgeStatus(answer, statuses),
  });
  const ofBody = ofRefusals({
    id: 'refusal-schema',
    title: 'The body of a refusal matches the declared schema',
    failureTitle: 'The body of a refusal does not match the declared schema',
    judge: (answer) => judgeBody(answer, validator, 'refusal.schema'),
  });
  const hasSchema = schema !== undefined || validators.refusal !== undefined;
  return [...(refusal?.statuses === undefined ? [] : [ofStatus]), ...(hasSchema ? [ofBody] : [])];
}

function refuses({ exchange }: Answer, statuses: readonly number[]): boolean {
  const { status } = exchange.response;
  if (status === 0) return false;
  if (statuses.includes(status)) return true;
  return callResult(exchange) !== 'turned away' && !otherRefusals.includes(status);
}

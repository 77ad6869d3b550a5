import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { SchemaError, Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { callResult, succeeded, wentElsewhere } from '../exchange.ts';
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
  const ofNoBody: Judgement = areStatusesDeclared ? notApplicable : unclear('undeclared-204', 'HTTP 204');
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

/** Answers of a gateway whose service is not there, or to a request that is too large: they refuse no credential. */
export const otherRefusals = [413, 414, 431, 502, 503, 504];

/** What the contract declares of the answers to encrypt calls without the access token. */
export function refusalChecks({ refusal }: Contract, validators: DeclaredValidators): Check[] {
  const { statuses = [], schema } = refusal ?? {};
  const list = statuses.join(', ');
  const validator = validators.refusal ?? notCompiled;
  // Of the 2xx answers, those that the token checks take for refusals.
  const isRefusal = ({ exchange, meaning }: Answer) => !succeeded(exchange) || meaning?.is === 'refusal';
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
  // Who answers at another target may not know the service's ways to refuse.
  if (status === 0 || wentElsewhere(exchange)) return false;
  if (statuses.includes(status)) return true;
  return callResult(exchange) !== 'turned away' && !otherRefusals.includes(status);
}

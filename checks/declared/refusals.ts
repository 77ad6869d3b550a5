import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import type { Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { callResult } from '../exchange.ts';
import { judgeStatus, notCompiled } from './answers.ts';
import { bodyFault } from './body-fault.ts';

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
    ...(statuses === undefined ? [] : [statusCheck(statuses)]),
    ...(isDeclared ? [schemaCheck(validators.refusal ?? notCompiled, statuses ?? [])] : []),
  ];
}

const reading = `${declaredReading} 413, 414, 429, 431, 502, 503 and 504 count as refusals only if they are declared.`;

function statusCheck(statuses: readonly number[]): Check {
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

function schemaCheck(validator: Validator, statuses: readonly number[]): Check {
  return {
    id: 'refusal-schema',
    clause: '7.errors',
    origin: 'declared',
    title: 'The body of a refusal matches the declared schema',
    failureTitle: 'The body of a refusal does not match the declared schema',
    subject: 'refusal-answer',
    besideSuccess: 'fail',
    reading,
    judge: (answer) => (refuses(answer, statuses) ? judgeBody(answer, validator) : notApplicable),
  };
}

function refuses({ exchange }: Answer, statuses: readonly number[]): boolean {
  const { status } = exchange.response;
  if (status === 0) return false;
  if (statuses.includes(status)) return true;
  return callResult(exchange) !== 'turned away' && !otherRefusals.includes(status);
}

function judgeBody({ json }: Answer, validator: Validator): Judgement {
  if (json === null) return fail('empty body', 'a body that matches refusal.schema', 'an empty body');
  if (!json.ok) return fail('not JSON', 'JSON that matches refusal.schema', json.reason, json.offset);
  return bodyFault(validator, json.value, 'refusal.schema') ?? pass;
}

import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { bodyFault } from './body-fault.ts';

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
export const notCompiled: Validator = () => {
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

export function judgeStatus(status: number, statuses: readonly number[]): Judgement {
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

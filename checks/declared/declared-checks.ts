import { type Contract, type DeclaredValidators, otherAlgorithms } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { Validator } from '../../schemas/validate.ts';
import { distinct } from '../add-up.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { callResult, outcomeName } from '../exchange.ts';
import { describeValue } from '../json-body.ts';
import { valueAt } from '../json-text/json-text.ts';
import { type DeclaredCheck, judgeBody, judgeStatus, notCompiled } from './judge-declared.ts';
import { refusalChecks } from './refusal-checks.ts';
import { tokenCheck } from './token-checks.ts';

/** The checks of a contract: none for what it does not declare. */
export function declaredChecks(contract: Contract, validators: DeclaredValidators): Check[] {
  const { user, token } = contract;
  const algorithms = otherAlgorithms(contract);
  const checks = [
    ...endpointNames.flatMap((endpoint) => answerChecks(endpoint, contract, validators)),
    ...(user?.statuses === undefined ? [] : [userStatusCheck(user.statuses)]),
    ...refusalChecks(contract, validators),
    ...(token?.required ?? []).map((endpoint) => tokenCheck(endpoint, true, contract)),
    ...(token?.notRequired ?? []).map((endpoint) => tokenCheck(endpoint, false, contract)),
    ...(algorithms.length === 0 ? [] : [algorithmCheck(algorithms)]),
  ];
  return checks.map((check) => ({ reading: declaredReading, ...check, origin: 'declared' }));
}

function algorithmCheck(algorithms: readonly string[]): DeclaredCheck {
  return {
    id: 'encrypt-algorithms-accepted',
    clause: '4.encrypt.algorithms',
    title: `Encrypt accepts the declared algorithms (${algorithms.join(', ')})`,
    failureTitle: 'Encrypt refuses a declared algorithm',
    subject: 'encrypt-algorithm',
    besideSuccess: 'fail',
    reading: `${declaredReading} Failures, redirects, 401 and 403 say nothing about the algorithm. It may have a limit on size, so these calls have 120 bytes of data or less: RSA with 2,048 bits takes that much.`,
    judge: judgeAlgorithm,
  };
}

function judgeAlgorithm({ exchange, meaning }: Answer): Judgement {
  const result = callResult(exchange);
  const actual = outcomeName(exchange);
  const cause = `algorithm ${exchange.otherAlgorithm}, ${actual}`;
  if (result === 'refused') return fail(cause, 'a success', actual);
  if (result !== 'succeeded' || meaning === null) return notApplicable;
  if (meaning.is === 'result') return pass;
  return meaning.is === 'unclear' && meaning.by === 'comparison'
    ? unclear(meaning.why, actual)
    : fail(cause, 'a success', `${actual}, which is not a success by the contract`);
}

function userStatusCheck(statuses: readonly string[]): DeclaredCheck {
  // The document states `verified`: a contract can add other values but not remove it.
  const allowed = distinct(['verified', ...statuses]);
  return {
    id: 'user-status-declared',
    clause: '2.status-values',
    title: 'user.status is `verified` or a declared value',
    failureTitle: 'user.status is neither `verified` nor a declared value',
    subject: 'user-answer',
    after: 'user-status-string',
    judge: ({ json }) => {
      const status = json?.ok ? valueAt(json.value, '/user/status') : undefined;
      if (typeof status !== 'string') return notApplicable;
      if (allowed.includes(status)) return pass;
      return fail('undeclared value', `one of ${allowed.join(', ')}`, describeValue(status));
    },
  };
}

function answerChecks(endpoint: Endpoint, { answers = {} }: Contract, validators: DeclaredValidators) {
  const { statuses, schema } = answers[endpoint] ?? {};
  const validator = validators[endpoint] ?? (schema === undefined ? null : notCompiled);
  return [
    ...(statuses === undefined ? [] : [statusCheck(endpoint, statuses)]),
    ...(validator === null ? [] : [schemaCheck(endpoint, validator, statuses !== undefined)]),
  ];
}

function statusCheck(endpoint: Endpoint, statuses: readonly number[]): DeclaredCheck {
  const list = statuses.join(', ');
  return {
    id: `${endpoint}-answer-status`,
    clause: '7.errors',
    title: `${endpointTitle(endpoint)} succeeds with a declared status (${list})`,
    failureTitle: `${endpointTitle(endpoint)} succeeds with an undeclared status (declared: ${list})`,
    subject: `${endpoint}-answer`,
    judge: (answer) => judgeStatus(answer, statuses),
  };
}

function schemaCheck(endpoint: Endpoint, validator: Validator, areStatusesDeclared: boolean): DeclaredCheck {
  // Where statuses are declared, they say whether a 204 is a success.
  const ofNoBody: Judgement = areStatusesDeclared ? notApplicable : unclear('undeclared-204', 'HTTP 204');
  return {
    id: `${endpoint}-answer-schema`,
    clause: `4.${endpoint}.response`,
    title: `The body of a successful ${endpoint} answer matches the declared schema`,
    failureTitle: `The body of a successful ${endpoint} answer does not match the declared schema`,
    subject: `${endpoint}-answer`,
    reading: `${declaredReading} A body that is not JSON breaks §4 instead; a 204 has no body to judge, and counts as a success only if the declared statuses list it.`,
    judge: (answer) => {
      if (answer.json === null && answer.exchange.response.status === 204) return ofNoBody;
      if (answer.json?.ok === false) return notApplicable;
      return judgeBody(answer, validator, `answers.${endpoint}.schema`);
    },
  };
}

const others = ['user', 'sync', 'backup'] as const;
const declared = { statuses: [200], schema: true };
const everything: Contract = {
  version: 1,
  answers: { user: declared, encrypt: declared, sync: declared, backup: declared },
  refusal: declared,
  user: { statuses: [] },
  token: { required: others, notRequired: others },
  encrypt: { algorithms: ['NAME'] },
};

/** Every check that a contract could give: for catalogues and for the ids that a contract may name, not for judging. */
export const declarableChecks: readonly Check[] = /* @__PURE__ */ declaredChecks(everything, {});

import type { Contract, DeclaredValidators, OtherEndpoint } from '../../schemas/contract.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import { distinct } from '../add-up.ts';
import type { Answer } from '../answer.ts';
import { saysNothing } from '../auth/auth-refusal.ts';
import { namesError, reportsError } from '../calls/reported-error.ts';
import { sharesNothing } from '../calls/usual-keys.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { callResult, outcomeName, succeeded } from '../exchange.ts';
import { describeValue } from '../json-body.ts';
import {
  answerChecks,
  type DeclaredMeaning,
  declaredCheck,
  declaredMeaning,
  refusalChecks,
  valueAt,
} from './answers.ts';

/** The checks of a contract: none for what it does not declare. */
export function declaredChecks(contract: Contract, validators: DeclaredValidators): Check[] {
  const success = declaredMeaning(contract, validators);
  return [
    ...answerChecks(contract, validators),
    ...userStatusChecks(contract),
    ...refusalChecks(contract, validators, success),
    ...tokenChecks(contract, success),
    ...algorithmChecks(contract, success),
  ];
}

type Meaning = ReturnType<DeclaredMeaning>;

function algorithmChecks(contract: Contract, declaredMeaning: DeclaredMeaning): Check[] {
  const algorithms = contract.encrypt?.algorithms ?? [];
  if (algorithms.length === 0) return [];
  return [
    declaredCheck({
      id: 'encrypt-algorithms-accepted',
      clause: '4.encrypt.algorithms',
      title: `Encrypt accepts the declared algorithms (${algorithms.join(', ')})`,
      failureTitle: 'Encrypt refuses a declared algorithm',
      subject: 'encrypt-algorithm',
      besideSuccess: 'fail',
      reading: `${declaredReading} Failures, redirects, 401 and 403 say nothing about the algorithm.`,
      judge: (answer) => judgeAlgorithm(answer, declaredMeaning(answer)),
    }),
  ];
}

function judgeAlgorithm(answer: Answer, meaning: Meaning): Judgement {
  const { exchange } = answer;
  const result = callResult(exchange);
  const actual = outcomeName(exchange);
  const cause = `algorithm ${exchange.otherAlgorithm}, ${actual}`;
  if (result === 'refused') return fail(cause, 'a success', actual);
  if (result !== 'succeeded') return notApplicable;
  if (meaning === 'refusal' || meaning === 'neither')
    return fail(cause, 'a success', `${actual}, which is not a success by the contract`);
  const doubt = doubtOf(answer, meaning);
  return doubt === null ? pass : unclear(doubt, actual);
}

function userStatusChecks({ user }: Contract): Check[] {
  if (user?.statuses === undefined) return [];
  // The document states `verified`: a contract can add other values but not remove it.
  const allowed = distinct(['verified', ...user.statuses]);
  return [
    declaredCheck({
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
    }),
  ];
}

/** Which of the other endpoints need the token, as the contract declares: judged on calls without one. */
function tokenChecks(contract: Contract, declaredMeaning: DeclaredMeaning): Check[] {
  const { required = [], notRequired = [] } = contract.token ?? {};
  return [
    ...required.map((endpoint) => tokenCheck(endpoint, true, declaredMeaning)),
    ...notRequired.map((endpoint) => tokenCheck(endpoint, false, declaredMeaning)),
  ];
}

function tokenCheck(endpoint: OtherEndpoint, isRequired: boolean, declaredMeaning: DeclaredMeaning): Check {
  const succeeds = `${endpointTitle(endpoint)} succeeds without a token`;
  const refuses = `${endpointTitle(endpoint)} does not succeed without a token`;
  return declaredCheck({
    id: `${endpoint}-token-${isRequired ? 'required' : 'not-required'}`,
    clause: '5.others',
    title: isRequired ? refuses : succeeds,
    failureTitle: isRequired ? succeeds : refuses,
    subject: `no-token-${endpoint}`,
    besideSuccess: isRequired ? 'pass' : 'fail',
    reading: isRequired
      ? declaredReading
      : `${declaredReading} Failures, 404 and 405 say nothing about the token.`,
    judge: (answer) => judgeToken(answer, isRequired, declaredMeaning),
  });
}

function judgeToken(answer: Answer, isRequired: boolean, declaredMeaning: DeclaredMeaning): Judgement {
  const { exchange } = answer;
  const { status } = exchange.response;
  // A service cannot be asking for a token with these.
  const isFailure = status === 0 || status >= 500 || status === 404 || status === 405;
  if (saysNothing(exchange) || (!isRequired && isFailure)) return notApplicable;
  const actual = outcomeName(exchange);
  const declared = declaredMeaning(answer);
  const doubt = doubtOf(answer, declared);
  if (doubt !== null) return unclear(doubt, actual);
  const meaning = declared ?? 'success';
  if (isRequired && meaning === 'neither')
    return unclear('a 2xx answer that is not one the contract declares', actual);
  if ((meaning === 'success') !== isRequired) return pass;
  if (isRequired) return fail('no header', 'any answer other than a success', actual);
  return succeeded(exchange)
    ? fail(`${actual}, not a success`, 'a success', `${actual}, which is not a success by the contract`)
    : fail(actual, 'a success', actual);
}

/** Why a 2xx answer may be a refusal: the contract says so, or it is an error, a sign-in page, or nothing like a success. */
function doubtOf(answer: Answer, meaning: Meaning): string | null {
  const { exchange, json, userErrors } = answer;
  if (meaning === 'either') return 'a 2xx answer that may be a declared refusal';
  if (meaning !== undefined) return null;
  if (reportsError(json, exchange.endpoint) || namesError(json)) return 'a 2xx answer that reports an error';
  if (json?.ok === false) return 'a 2xx answer that is not JSON';
  if (exchange.endpoint === 'user')
    return json === null || userErrors.length > 0 ? 'a 2xx answer without the stated User object' : null;
  return succeeded(exchange) && sharesNothing(answer)
    ? 'a 2xx answer that has nothing of what successes have'
    : null;
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

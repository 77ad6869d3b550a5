import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { callResult, type Exchange, outcomeName, succeeded } from '../exchange.ts';
import type { DeclaredSuccess } from './success.ts';

/** Which of the other endpoints need the token, as the contract declares: judged on calls without one. */
export function tokenChecks(contract: Contract, declaredSuccess: DeclaredSuccess): Check[] {
  const { required = [], notRequired = [] } = contract.token ?? {};
  return [
    ...required.map((endpoint) => tokenCheck(endpoint, true, declaredSuccess)),
    ...notRequired.map((endpoint) => tokenCheck(endpoint, false, declaredSuccess)),
  ];
}

function tokenCheck(endpoint: OtherEndpoint, isRequired: boolean, declaredSuccess: DeclaredSuccess): Check {
  const succeeds = `${endpointTitle(endpoint)} succeeds without a token`;
  const refuses = `${endpointTitle(endpoint)} does not succeed without a token`;
  return {
    id: `${endpoint}-token-${isRequired ? 'required' : 'not-required'}`,
    clause: '5.others',
    origin: 'declared',
    title: isRequired ? refuses : succeeds,
    failureTitle: isRequired ? succeeds : refuses,
    subject: `no-token-${endpoint}`,
    reading: isRequired
      ? declaredReading
      : `${declaredReading} Failures, 404 and 405 say nothing about the token.`,
    judge: (answer) => judgeToken(answer, isRequired, declaredSuccess),
  };
}

function judgeToken(answer: Answer, isRequired: boolean, declaredSuccess: DeclaredSuccess): Judgement {
  const { exchange } = answer;
  if (isLost(answer) || (!isRequired && isFailure(exchange))) return notApplicable;
  const actual = outcomeName(exchange);
  const isSuccess = declaredSuccess(answer) ?? (saysError(answer) ? undefined : true);
  if (isSuccess === undefined)
    return { outcome: 'undecided', cause: 'a 2xx answer that reports an error', actual };
  if (isSuccess !== isRequired) return pass;
  if (isRequired) return fail('no header', 'any answer other than a success', actual);
  return succeeded(exchange)
    ? fail(`${actual}, not a success`, 'a success', `${actual}, which is not a success by the contract`)
    : fail(actual, 'a success', actual);
}

/** An answer with which a service cannot be asking for a token. */
function isFailure({ response: { status } }: Exchange): boolean {
  return status >= 500 || status === 404 || status === 405;
}

/** No answer, or one that only asks for patience. */
function isLost({ exchange }: Answer): boolean {
  return exchange.response.status === 0 || callResult(exchange) === 'turned away';
}

function saysError({ json }: Answer): boolean {
  const body = json?.ok ? json.value : null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.entries(body).some(
    ([key, value]) => /^(errors?|fault|problem)$/i.test(key) && Boolean(value),
  );
}

import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import type { Answer } from '../answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { callResult, outcomeName, succeeded } from '../exchange.ts';
import { declaredReading } from './reading.ts';
import { declaredSuccess } from './success.ts';

type Success = (answer: Answer) => boolean | undefined;

/** Which of the other endpoints need the token, as the contract declares: judged on calls without one. */
export function tokenChecks(contract: Contract, validators: DeclaredValidators): Check[] {
  const { required = [], notRequired = [] } = contract.token ?? {};
  const success: Success = (answer) => declaredSuccess(contract, validators, answer);
  return [
    ...required.map((endpoint) => requiredCheck(endpoint, success)),
    ...notRequired.map((endpoint) => notRequiredCheck(endpoint, success)),
  ];
}

function requiredCheck(endpoint: OtherEndpoint, success: Success): Check {
  return {
    id: `${endpoint}-token-required`,
    clause: '5.others',
    origin: 'declared',
    title: `${endpointTitle(endpoint)} does not succeed without a token`,
    failureTitle: `${endpointTitle(endpoint)} succeeds without a token`,
    subject: `no-token-${endpoint}`,
    reading: declaredReading,
    judge: (answer) => judgeRequired(answer, success),
  };
}

function judgeRequired(answer: Answer, success: Success): Judgement {
  if (isLost(answer)) return notApplicable;
  const actual = outcomeName(answer.exchange);
  const isSuccess = success(answer);
  if (isSuccess === false) return pass;
  if (isSuccess === undefined && saysError(answer)) {
    return { outcome: 'undecided', cause: 'a 2xx answer that reports an error', actual };
  }
  return fail('no header', 'any answer other than a success', actual);
}

function notRequiredCheck(endpoint: OtherEndpoint, success: Success): Check {
  return {
    id: `${endpoint}-token-not-required`,
    clause: '5.others',
    origin: 'declared',
    title: `${endpointTitle(endpoint)} succeeds without a token`,
    failureTitle: `${endpointTitle(endpoint)} does not succeed without a token`,
    subject: `no-token-${endpoint}`,
    reading: `${declaredReading} Failures, 404 and 405 say nothing about the token.`,
    judge: (answer) => judgeNotRequired(answer, success),
  };
}

function judgeNotRequired(answer: Answer, success: Success): Judgement {
  const { exchange } = answer;
  const { status } = exchange.response;
  if (isLost(answer) || status >= 500 || status === 404 || status === 405) return notApplicable;
  const actual = outcomeName(exchange);
  if (!succeeded(exchange)) return fail(actual, 'a success', actual);
  const isSuccess = success(answer) ?? (saysError(answer) ? undefined : true);
  if (isSuccess === undefined) {
    return { outcome: 'undecided', cause: 'a 2xx answer that reports an error', actual };
  }
  return isSuccess
    ? pass
    : fail(`${actual}, not a success`, 'a success', `${actual}, which is not a success by the contract`);
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

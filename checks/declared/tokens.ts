import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import type { SchemaError } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { callResult, type Exchange, outcomeName, succeeded } from '../exchange.ts';
import { namesError, reportsError } from '../reported-error.ts';
import type { DeclaredMeaning } from './meaning.ts';

/** Which of the other endpoints need the token, as the contract declares: judged on calls without one. */
export function tokenChecks(contract: Contract, declaredMeaning: DeclaredMeaning): Check[] {
  const { required = [], notRequired = [] } = contract.token ?? {};
  return [
    ...required.map((endpoint) => tokenCheck(endpoint, true, declaredMeaning)),
    ...notRequired.map((endpoint) => tokenCheck(endpoint, false, declaredMeaning)),
  ];
}

function tokenCheck(endpoint: OtherEndpoint, isRequired: boolean, declaredMeaning: DeclaredMeaning): Check {
  const succeeds = `${endpointTitle(endpoint)} succeeds without a token`;
  const refuses = `${endpointTitle(endpoint)} does not succeed without a token`;
  return {
    id: `${endpoint}-token-${isRequired ? 'required' : 'not-required'}`,
    clause: '5.others',
    origin: 'declared',
    title: isRequired ? refuses : succeeds,
    failureTitle: isRequired ? succeeds : refuses,
    subject: `no-token-${endpoint}`,
    besideSuccess: isRequired ? 'pass' : 'fail',
    reading: isRequired
      ? declaredReading
      : `${declaredReading} Failures, 404 and 405 say nothing about the token.`,
    judge: (answer) => judgeToken(answer, isRequired, declaredMeaning),
  };
}

function judgeToken(answer: Answer, isRequired: boolean, declaredMeaning: DeclaredMeaning): Judgement {
  const { exchange } = answer;
  if (isLost(answer) || (!isRequired && isFailure(exchange))) return notApplicable;
  const actual = outcomeName(exchange);
  const declared = declaredMeaning(answer);
  const doubt = declared === undefined ? noResult(answer) : null;
  if (doubt !== null) return { outcome: 'undecided', cause: doubt, actual };
  const meaning = declared ?? 'success';
  if (meaning === 'either')
    return { outcome: 'undecided', cause: 'a 2xx answer that may be a declared refusal', actual };
  if (isRequired && meaning === 'neither')
    return { outcome: 'undecided', cause: 'a 2xx answer that is not one the contract declares', actual };
  if ((meaning === 'success') !== isRequired) return pass;
  if (isRequired) return fail('no header', 'any answer other than a success', actual);
  return succeeded(exchange)
    ? fail(`${actual}, not a success`, 'a success', `${actual}, which is not a success by the contract`)
    : fail(actual, 'a success', actual);
}

/** Why a 2xx answer may be a refusal: an error, a page to sign in, or a user that is nobody. */
function noResult({ exchange, json, userErrors }: Answer): string | null {
  if (reportsError(json) || namesError(json)) return 'a 2xx answer that reports an error';
  if (json?.ok === false) return 'a 2xx answer that is not JSON';
  const isNobody = exchange.endpoint === 'user' && (json === null || userErrors.some(isWithoutUser));
  return isNobody ? 'a 2xx answer that holds no user' : null;
}

function isWithoutUser({ instancePath, keyword }: SchemaError): boolean {
  return (instancePath === '' && keyword === 'required') || (instancePath.length < 6 && keyword === 'type');
}

/** An answer with which a service cannot be asking for a token. */
function isFailure({ response: { status } }: Exchange): boolean {
  return status >= 500 || status === 404 || status === 405;
}

/** No answer, or one that only asks for patience. */
function isLost({ exchange }: Answer): boolean {
  return exchange.response.status === 0 || callResult(exchange) === 'turned away';
}

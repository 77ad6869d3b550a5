import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import { credentialsNotEnough } from '../../schemas/load-plan.ts';
import { distinct } from '../add-up.ts';
import type { Answer } from '../answer.ts';
import { declaredReading, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { credentialWords, outcomeName, type Response, succeeded } from '../exchange.ts';
import { listed } from '../json-body.ts';
import type { DeclaredCheck } from './judge-declared.ts';

/** Whether another endpoint needs the token, as the contract declares: judged on calls without it. */
export function tokenCheck(endpoint: OtherEndpoint, isRequired: boolean, contract: Contract): DeclaredCheck {
  const lack = isRequired ? 'without the right token' : 'without a token';
  const succeeds = `${endpointTitle(endpoint)} succeeds ${lack}`;
  const refuses = `${endpointTitle(endpoint)} refuses calls ${lack}`;
  const tried = distinct(credentialsNotEnough(contract)).map((credential) => credentialWords[credential]);
  const underLoad =
    endpoint === 'user' ? 'and under load without a header and with made-up tokens' : 'and not under load';
  const reading = isRequired
    ? `It is called ${listed(tried)}, ${underLoad}.`
    : 'Only 401, 403, a redirect, or a 2xx that is no success shows that the token is required: any other status says nothing about it.';
  return {
    id: `${endpoint}-token-${isRequired ? 'required' : 'not-required'}`,
    clause: '5.others',
    title: isRequired ? refuses : succeeds,
    failureTitle: isRequired ? succeeds : refuses,
    subject: `no-token-${endpoint}`,
    besideSuccess: isRequired ? 'pass' : 'fail',
    reading: `${declaredReading} ${reading}`,
    judge: (answer) => judgeToken(answer, isRequired),
  };
}

function judgeToken({ exchange, meaning }: Answer, isRequired: boolean): Judgement {
  if (meaning === null || (!isRequired && !maySayRequired(exchange.response))) return notApplicable;
  const actual = outcomeName(exchange);
  if (meaning.is === 'unclear' && (isRequired || meaning.by === 'comparison'))
    return unclear(meaning.why, actual);
  if ((meaning.is === 'result') !== isRequired) return pass;
  // The contract says "without a token", and this call had it: it may be open, but is not broken.
  if (exchange.credential === 'scheme') return unclear('other-scheme', actual);
  if (isRequired) return fail(exchange.credentialForm, 'any answer other than a success', actual);
  return succeeded(exchange)
    ? fail(`${actual}, not a success`, 'a success', `${actual}, which is not a success`)
    : fail(actual, 'a success', actual);
}

/**
 * Failures and any other 4xx, such as 409 while another call is served, have a reason besides the token. Nor does a token help a caller
 * that is told to come back later.
 */
function maySayRequired({ status, headers }: Response): boolean {
  const isRefusal = (status === 401 || status === 403) && headers['retry-after'] === undefined;
  return isRefusal || (status > 0 && status < 400);
}

import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, notApplicable } from '../check.ts';
import { callResult, succeeded, wentElsewhere } from '../exchange.ts';
import { type DeclaredCheck, judgeBody, judgeStatus, notCompiled } from './judge-declared.ts';

/** Answers of a gateway whose service is not there: they refuse no credential. */
const ofGateways: readonly number[] = [502, 503, 504];

/**
 * What the contract declares of the answers to encrypt calls without the access token. Any such answer can keep the declaration. Only an
 * answer that nothing but the credential explains can break it.
 */
export function refusalChecks({ refusal }: Contract, validators: DeclaredValidators): DeclaredCheck[] {
  const { statuses, schema } = refusal ?? {};
  const list = statuses?.join(', ');
  const validator = validators.refusal ?? (schema === undefined ? null : notCompiled);
  const ofRefusals = (check: Pick<Check, 'id' | 'title' | 'failureTitle' | 'judge'>): DeclaredCheck => ({
    ...check,
    clause: '7.errors',
    subject: 'refusal-answer',
    besideSuccess: 'fail',
    reading: `${declaredReading} A call fails only if the same call with the token succeeded, and its Authorization header is not longer than that one and uses the same kinds of characters: anything else about a call may be refused first. 429, 502, 503 and 504 count as refusals only if they are declared.`,
    judge: (answer) => {
      const judgement = refuses(answer, statuses ?? []) ? check.judge(answer) : notApplicable;
      return judgement.outcome === 'pass' || answer.isOfCredential === true ? judgement : notApplicable;
    },
  });
  return [
    statuses !== undefined &&
      ofRefusals({
        id: 'refusal-status',
        title: `Encrypt refuses with a declared status (${list})`,
        failureTitle: `Encrypt refuses with an undeclared status (declared: ${list})`,
        judge: (answer) => judgeStatus(answer, statuses),
      }),
    validator !== null &&
      ofRefusals({
        id: 'refusal-schema',
        title: 'The body of a refusal matches the declared schema',
        failureTitle: 'The body of a refusal does not match the declared schema',
        judge: (answer) => judgeBody(answer, validator, 'refusal.schema'),
      }),
  ].filter((check) => check !== false);
}

function refuses({ exchange, meaning }: Answer, statuses: readonly number[]): boolean {
  const { status } = exchange.response;
  // Whatever answers at another target may refuse in ways of its own.
  if (status === 0 || wentElsewhere(exchange)) return false;
  // A 2xx answer is a refusal only if the token checks take it for one.
  if (succeeded(exchange) && meaning?.is !== 'refusal') return false;
  if (statuses.includes(status)) return true;
  return callResult(exchange) !== 'turned away' && !ofGateways.includes(status);
}

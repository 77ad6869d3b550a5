import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import type { Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { resembles } from '../control-profile.ts';
import { succeeded } from '../exchange.ts';
import { reportsError } from '../reported-error.ts';

/**
 * What the contract makes of an answer: a service may refuse with 200 and an error body. An answer that keeps neither what
 * is declared of successes nor what is declared of refusals, and reports no error, may still be either. Where
 * successes keep the schema of refusals too, one that keeps it, unlike a success, may be both. undefined: the contract does
 * not tell.
 */
export type DeclaredMeaning = (answer: Answer) => 'success' | 'refusal' | 'neither' | 'either' | undefined;

export function declaredMeaning(contract: Contract, validators: DeclaredValidators): DeclaredMeaning {
  return (answer) => {
    const { exchange } = answer;
    if (!succeeded(exchange)) return 'refusal';
    const { status } = exchange.response;
    const statuses = contract.answers?.[exchange.endpoint]?.statuses;
    const refusalStatuses = contract.refusal?.statuses;
    const refusable = refusalStatuses?.includes(status) === true;
    const keepsRefusal = refusable ? keeps(validators.refusal, answer) : false;
    const isShared = answer.control.refusalLike?.includes(exchange.endpoint) === true;
    const notSuccess = keepsRefusal === false && !reportsError(answer.json) ? 'neither' : 'refusal';
    if (statuses !== undefined && !statuses.includes(status)) return notSuccess;
    const isAnswer = keeps(validators[exchange.endpoint], answer);
    // Where refusals and successes share a schema, keeping it says nothing.
    if (isAnswer === undefined) {
      if (keepsRefusal !== true || resembles(answer.control, exchange, answer.json)) return undefined;
      return isShared && !reportsError(answer.json) ? 'either' : 'refusal';
    }
    if (isAnswer) return keepsRefusal === true ? undefined : 'success';
    // A schema of refusals without their statuses tells what is no success.
    const isRefusal = refusalStatuses === undefined && keeps(validators.refusal, answer) === true;
    return isRefusal ? 'refusal' : notSuccess;
  };
}

/** Remembers a success of a valid call that keeps what is declared of refusals. */
export function learnRefusalLike(answer: Answer, contract: Contract, { refusal }: DeclaredValidators): void {
  const { exchange, control } = answer;
  const { endpoint, response } = exchange;
  const known = control.refusalLike ?? [];
  if (known.includes(endpoint) || contract.refusal?.statuses?.includes(response.status) !== true) return;
  if (keeps(refusal, answer) === true) control.refusalLike = [...known, endpoint];
}

/** A 204 has no body by its nature; any other answer without JSON keeps no schema. */
function keeps(validator: Validator | undefined, { exchange, json }: Answer): boolean | undefined {
  if (validator === undefined || (json === null && exchange.response.status === 204)) return undefined;
  return json?.ok === true && validator(json.value);
}

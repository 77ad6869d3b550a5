import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import type { Validator } from '../../schemas/validate.ts';
import type { Answer } from '../answer.ts';
import { resembles } from '../control-profile.ts';
import { succeeded } from '../exchange.ts';

/**
 * Whether an answer is a success, as far as the contract tells: a service may refuse with 200 and an error body.
 * undefined: the contract does not tell.
 */
export type DeclaredSuccess = (answer: Answer) => boolean | undefined;

export function declaredSuccess(contract: Contract, validators: DeclaredValidators): DeclaredSuccess {
  return (answer) => {
    const { exchange } = answer;
    if (!succeeded(exchange)) return false;
    const { status } = exchange.response;
    const statuses = contract.answers?.[exchange.endpoint]?.statuses;
    if (statuses !== undefined && !statuses.includes(status)) return false;
    const isAnswer = keeps(validators[exchange.endpoint], answer);
    const refusable = contract.refusal?.statuses?.includes(status) === true;
    const isRefusal = refusable && validators.refusal !== undefined && keeps(validators.refusal, answer);
    // Where refusals and successes share a schema, keeping it says nothing.
    if (isAnswer === undefined)
      return isRefusal && !resembles(answer.control, exchange, answer.json) ? false : undefined;
    return isAnswer && isRefusal ? undefined : isAnswer;
  };
}

/** A 204 has no body by its nature; any other answer without JSON keeps no schema. */
function keeps(validator: Validator | undefined, { exchange, json }: Answer): boolean | undefined {
  if (validator === undefined || (json === null && exchange.response.status === 204)) return undefined;
  return json?.ok === true && validator(json.value);
}

import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import type { Check } from '../check.ts';
import { algorithmChecks } from './algorithms.ts';
import { answerChecks } from './answers.ts';
import { declaredMeaning } from './meaning.ts';
import { refusalChecks } from './refusals.ts';
import { tokenChecks } from './tokens.ts';
import { userStatusChecks } from './user-status.ts';

/** The checks that this contract gives: none for what it does not declare. */
export function declaredChecks(contract: Contract, validators: DeclaredValidators): Check[] {
  const success = declaredMeaning(contract, validators);
  return [
    ...answerChecks(contract, validators),
    ...userStatusChecks(contract),
    ...refusalChecks(contract, validators),
    ...tokenChecks(contract, success),
    ...algorithmChecks(contract, success),
  ];
}

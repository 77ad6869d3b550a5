import type { Contract, DeclaredValidators } from '../schemas/contract.ts';
import { authRefusalChecks } from './auth/auth-refusal.ts';
import type { Check } from './check.ts';
import { declaredChecks } from './declared/declared-checks.ts';
import { jsonBodyChecks } from './json-body.ts';
import { userChecks } from './user-structure.ts';

/** Every check on single answers: the document's, then the contract's, each after the check on which it builds. */
export function checksFor(contract: Contract, validators: DeclaredValidators): Check[] {
  return [
    ...jsonBodyChecks(),
    ...userChecks,
    ...authRefusalChecks(),
    ...declaredChecks(contract, validators),
  ];
}

export const documentChecks: readonly Check[] = /* @__PURE__ */ checksFor({ version: 1 }, {});

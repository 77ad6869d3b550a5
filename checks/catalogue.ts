import type { Contract } from '../schemas/contract.ts';
import type { DeclaredValidators } from '../schemas/declared-validators.ts';
import { authRefusalChecks } from './auth-refusal.ts';
import type { Check } from './check.ts';
import { declaredChecks } from './declared/declared-checks.ts';
import { declaredMeaning } from './declared/meaning.ts';
import { jsonBodyChecks } from './json-body.ts';
import { userLastSyncChecks } from './user-last-sync.ts';
import { userStructureChecks } from './user-structure.ts';

/** Every check on single answers: the document's, then the contract's. A check stands after the one it builds on. */
export function checksFor(contract: Contract, validators: DeclaredValidators): Check[] {
  return [
    ...jsonBodyChecks,
    ...userStructureChecks,
    ...userLastSyncChecks,
    ...authRefusalChecks(declaredMeaning(contract, validators)),
    ...declaredChecks(contract, validators),
  ];
}

/** The checks that the document gives, where the operator declares nothing. */
export const documentChecks: readonly Check[] = /* @__PURE__ */ checksFor({ version: 1 }, {});

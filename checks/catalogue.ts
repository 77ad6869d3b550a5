import type { Contract, DeclaredValidators } from '../schemas/contract.ts';
import { authRefusalChecks } from './auth/auth-refusal.ts';
import type { Check } from './check.ts';
import { declaredChecks } from './declared/declared-checks.ts';
import { jsonBodyChecks } from './json-body.ts';
import { userChecks } from './user-structure.ts';

/** Every check on single answers: the document's, then the contract's, each after the check on which it builds. */
export function checksFor(contract: Contract, validators: DeclaredValidators): Check[] {
  return [
    ...bodyChecks(contract),
    ...userChecks,
    ...authRefusalChecks(),
    ...declaredChecks(contract, validators),
  ];
}

/** If the operator accepts bodies that are not UTF-8, a separate check judges whether they are JSON. */
function bodyChecks({ observeOnly = [], waivers = [] }: Contract): Check[] {
  const accepted = [...observeOnly, ...waivers.map(({ check }) => check)];
  return jsonBodyChecks.map(({ after, ...alone }) =>
    after === undefined || accepted.includes(after) ? alone : { after, ...alone },
  );
}

/** The checks of the document alone. */
export const documentChecks: readonly Check[] = /* @__PURE__ */ checksFor({ version: 1 }, {});

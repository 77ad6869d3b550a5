import type { Contract } from '../../schemas/contract.ts';
import type { DeclaredValidators } from '../../schemas/declared-validators.ts';
import type { Check } from '../check.ts';
import { declaredChecks } from './declared-checks.ts';

const anything = (): boolean => true;
const statuses = [200];
const others = ['user', 'sync', 'backup'] as const;

const everything: Contract = {
  version: 1,
  answers: { user: { statuses }, encrypt: { statuses }, sync: { statuses }, backup: { statuses } },
  refusal: { statuses: [401] },
  user: { statuses: [] },
  token: { required: others, notRequired: others },
  encrypt: { algorithms: ['NAME'] },
};
const validators: DeclaredValidators = {
  user: anything,
  encrypt: anything,
  sync: anything,
  backup: anything,
  refusal: anything,
};

/** Every check that some contract could give: for catalogues and for the ids a contract may name, not for judging. */
export const declarableChecks: readonly Check[] = declaredChecks(everything, validators);

import type { Contract } from './contract.ts';
import type { DeclaredValidators } from './contract-module.ts';

/** What `#contract` is where the operator declares nothing. */
export const contract: Contract = { version: 1 };
export const validators: DeclaredValidators = {};

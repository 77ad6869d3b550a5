import type { Contract } from '../dist/contract-types.ts';
import type { Endpoint } from './endpoints.ts';
import type { Validator } from './validate.ts';

/** What `contract.schema.json` describes: `Contract` and its parts. */
export type * from '../dist/contract-types.ts';

/** Validators of the bodies for which the operator declared a schema. */
export type DeclaredValidators = { readonly [body in Endpoint | 'refusal']?: Validator };

/** The algorithm that the document shows. */
export const statedAlgorithm = 'AES-256-GCM';

/** What the contract declares besides the stated algorithm, which calls name in all other cases. */
export function otherAlgorithms({ encrypt }: Contract): readonly string[] {
  return (encrypt?.algorithms ?? []).filter((name) => name !== statedAlgorithm);
}

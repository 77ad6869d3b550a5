import type { Contract } from '../dist/contract-types.ts';
import type { Endpoint } from './endpoints.ts';
import type { Validator } from './validate.ts';

/** What `contract.schema.json` describes: `Contract` and its parts. */
export type * from '../dist/contract-types.ts';

/** The declared schema from which a validator was compiled. */
export type DeclaredBody = Endpoint | 'refusal';

/** Validators of the bodies for which the operator declared a schema. */
export type DeclaredValidators = { readonly [body in DeclaredBody]?: Validator };

/** The algorithm that the document shows. */
export const statedAlgorithm = 'AES-256-GCM';

/** What is declared besides the stated one, which every other call names. */
export function otherAlgorithms({ encrypt }: Contract): readonly string[] {
  return (encrypt?.algorithms ?? []).filter((name) => name !== statedAlgorithm);
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Contract, DeclaredBody, DeclaredValidators } from '../../schemas/contract.ts';
import { learn, newProfile } from '../calls/control-profile.ts';
import type { Judgement } from '../check.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { declaredChecks } from './declared-checks.ts';

export type Declarations = Omit<Contract, 'version'>;

/** What the check with this id, of the contract that declares this, says of an answer after these successes. */
export function judgement(
  id: string,
  declarations: Declarations,
  sketch: Sketch,
  successes: readonly Sketch[] = [],
): Judgement {
  const contract: Contract = { version: 1, ...declarations };
  const check = declaredChecks(contract, validatorsOf(contract)).find((each) => each.id === id);
  if (check === undefined) throw new Error(`${id} is not declared`);
  const control = newProfile();
  for (const one of successes) learn(answerWith(one, control));
  return check.judge(answerWith(sketch, control));
}

export function validatorsOf({ answers = {}, refusal }: Contract): DeclaredValidators {
  const validators: { [body in DeclaredBody]?: NonNullable<DeclaredValidators[body]> } = {};
  for (const [body, answer] of Object.entries({ ...answers, refusal })) {
    if (answer?.schema !== undefined) validators[body as DeclaredBody] = new Ajv2020().compile(answer.schema);
  }
  return validators;
}

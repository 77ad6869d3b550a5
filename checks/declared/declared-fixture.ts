import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import { readAnswer, withMeaning } from '../answer.ts';
import { besideTwin } from '../beside-twin.ts';
import type { Judgement } from '../check.ts';
import { exchangeWith, type Sketch } from '../exchange-fixture.ts';
import { matchesRefusal, nothingLearned } from '../meaning/meaning.ts';
import { seenSuccess } from '../meaning/pairs.ts';
import { keptCall, keptProbe, settle } from '../meaning/settle.ts';
import { declaredChecks } from './declared-checks.ts';

export type Declarations = Omit<Contract, 'version'>;

/** What the check with this id, of the contract that declares this, says of an answer beside these successes of its endpoint. */
export function judgement(
  id: string,
  declarations: Declarations,
  sketch: Sketch,
  successes: readonly Sketch[] = [],
): Judgement {
  const contract: Contract = { version: 1, ...declarations };
  const check = declaredChecks(contract, validatorsOf(contract)).find((each) => each.id === id);
  if (check === undefined) throw new Error(`${id} is not declared`);
  return check.judge(settledAnswer(contract, sketch, successes));
}

/** The answer with its meaning. The newest success is the twin of a probe. */
export function settledAnswer(contract: Contract, sketch: Sketch, successes: readonly Sketch[]) {
  const declared = { contract, validators: validatorsOf(contract) };
  const calls = successes.map((one) => readAnswer(exchangeWith(one), declared));
  const answer = besideTwin(readAnswer(exchangeWith(sketch), declared), calls.at(-1) ?? null);
  const { endpoint, credential } = answer.exchange;
  const own = calls.flatMap((call) => (endpoint === 'encrypt' ? [] : (seenSuccess(call) ?? [])));
  const kept = [
    ...(endpoint === 'encrypt' ? calls.map((call) => keptCall(call)) : []),
    credential === 'token' ? keptCall(answer) : keptProbe(answer, calls.at(-1) ?? null),
  ];
  const isLike = calls.some((call) => matchesRefusal(call, declared));
  const known = { ...nothingLearned, hasEncrypted: true, refusalLike: isLike ? [endpoint] : [] };
  const others = { user: [], sync: [], backup: [], [endpoint]: own };
  const { settled } = settle(kept, others, declared, known);
  return withMeaning(answer, settled.at(-1)?.answer.meaning ?? null);
}

export function validatorsOf({ answers = {}, refusal }: Contract): DeclaredValidators {
  const declared = Object.entries({ ...answers, refusal }).flatMap(([body, answer]) =>
    answer?.schema === undefined ? [] : [[body, new Ajv2020().compile(answer.schema)]],
  );
  return Object.fromEntries(declared);
}

import type { Contract } from '../../schemas/contract.ts';
import { mostBytesUnderLoad, type Slot } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import { validAuthorization, type WrongCredential, wrongAuthorizations } from '../credentials.ts';
import { dataChoice } from '../payloads.ts';
import { encrypting, probing, type Question, validCall } from '../question.ts';
import { inTurn, mix } from '../random.ts';
import type { LoadData } from '../setup-data.ts';

/** Half of the probes have no header. */
const probeKinds: readonly WrongCredential[] = [
  ...(['absent', 'absent', 'absent', 'absent'] as const),
  ...(['empty', 'scheme', 'made-up', 'made-up'] as const),
];

/** The question of a slot, with the n-th data of the run. */
export type LoadQuestions = (slot: Exclude<Slot, 'control'>, index: number) => Question;

/** Questions that are always alike are made once: k6's engine takes noticeable time to make an object for each call. */
export function loadQuestions(
  token: string,
  { seed, backupBody, refusedClasses }: Pick<LoadData, 'refusedClasses' | 'backupBody' | 'seed'>,
  contract: Contract,
): LoadQuestions {
  const valid = validAuthorization(token);
  const wrong = wrongAuthorizations(token, seed);
  const choice = dataChoice(seed, contract, mostBytesUnderLoad);
  const accepted = dataChoice(seed, contract, mostBytesUnderLoad, refusedClasses);
  const alike = {
    user: validCall('user', token),
    sync: validCall('sync', token),
    backup: validCall('backup', token, backupBody),
  };
  return (slot, index) => {
    if (slot === 'encrypt') return encrypting(valid, index, accepted);
    if (slot !== 'probe') return alike[slot];
    const kind = inTurn(probeKinds, mix(index + 77, seed));
    const authorization = wrong(kind, mix(index, seed));
    return probing(authorization, index, mix(index + 177, seed), preflightPlan.encrypt, choice);
  };
}

import { mostBytesOver } from '../../checks/latency/network.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Slot } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import { backupBody, dataChoice } from '../payloads.ts';
import { encrypting, type PlannedRequest, probing, validCall } from '../planned-request.ts';
import { byWeight, inTurn, mix } from '../random.ts';
import type { LoadData } from '../setup-data.ts';
import { validAuthorization, wrongAuthorizations } from '../tokens/credentials.ts';

/** Half of the probes have no header. */
const probeKinds = byWeight([
  { credential: 'absent', weight: 4 },
  { credential: 'empty', weight: 1 },
  { credential: 'scheme', weight: 1 },
  { credential: 'made-up', weight: 2 },
] as const);

/**
 * Returns the request of a slot, with the n-th data of the run. Requests that are always alike are made once: k6's engine takes
 * noticeable time to make an object for each call.
 */
export function loadRequests(
  token: string,
  { seed, refusedClasses, roundTrip }: Pick<LoadData, 'refusedClasses' | 'roundTrip' | 'seed'>,
  contract: Contract,
) {
  const valid = validAuthorization(token);
  const wrong = wrongAuthorizations(token, seed);
  const mostBytes = mostBytesOver(roundTrip);
  const choice = dataChoice(seed, contract, mostBytes);
  const accepted = dataChoice(seed, contract, mostBytes, refusedClasses);
  const alike = {
    user: validCall('user', token),
    sync: validCall('sync', token),
    backup: validCall('backup', token, backupBody(contract)),
  };
  return (slot: Exclude<Slot, 'control'>, index: number): PlannedRequest => {
    if (slot === 'encrypt') return encrypting(valid, index, accepted);
    if (slot !== 'probe') return alike[slot];
    const { credential } = inTurn(probeKinds, mix(index + 77, seed));
    const authorization = wrong(credential, mix(index, seed));
    return probing(authorization, index, mix(index + 177, seed), preflightPlan.encrypt, choice);
  };
}

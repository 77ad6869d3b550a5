import type { Contract } from '../../schemas/contract.ts';
import { mostBytesUnderLoad, type Slot } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import type { Question } from '../ask.ts';
import { encrypting } from '../conformance/schedule.ts';
import {
  emptyAuthorization,
  madeUpAuthorization,
  noAuthorization,
  otherSchemeAuthorization,
  validAuthorization,
} from '../credentials.ts';
import { type DataChoice, dataChoice } from '../payloads.ts';
import { mix } from '../random.ts';
import type { LoadData } from '../setup-data.ts';

/**
 * What is asked in the n-th due call. A tenth of the calls close the connection behind them: k6 repeats a GET whose used
 * connection is reset, and tells nobody; on a fresh one a reset shows.
 */
export function questionFor(
  slot: Exclude<Slot, 'control'>,
  index: number,
  token: string,
  data: Pick<LoadData, 'refusedClasses' | 'backupBody' | 'seed'>,
  contract: Contract,
): Question {
  const authorization = validAuthorization(token);
  const allowed = dataChoice(data.seed, contract, mostBytesUnderLoad);
  if (slot === 'probe') return probe(index, token, allowed);
  const closeAfter = mix(index + 9, data.seed) % 10 === 0;
  if (slot === 'encrypt') {
    const choice = { ...allowed, without: data.refusedClasses };
    return { ...encrypting(authorization, index, choice), closeAfter };
  }
  const body = slot === 'backup' ? data.backupBody : null;
  return { endpoint: slot, authorization, variety: 'a valid call', body, closeAfter };
}

/**
 * Half of the probes come without a header, half carry a body that came with the token before the load: a cache must not
 * answer them. A quarter close the connection behind them.
 */
function probe(index: number, token: string, choice: DataChoice): Question {
  const { seed } = choice;
  const kind = mix(index + 77, seed) % 8;
  const drawn = mix(index, seed);
  const authorization =
    kind < 4
      ? noAuthorization
      : kind === 4
        ? emptyAuthorization(drawn)
        : kind === 5
          ? otherSchemeAuthorization(token, drawn)
          : madeUpAuthorization(token, drawn, seed);
  const other = mix(index + 177, seed);
  const number = other % 2 === 0 ? (other >>> 1) % preflightPlan.encrypt : index;
  const question = encrypting(authorization, number, choice);
  return {
    ...question,
    variety: `${authorization.variety}, ${question.variety}`,
    closeAfter: mix(index + 5, seed) % 4 === 0,
  };
}

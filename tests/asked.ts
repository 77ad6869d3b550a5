import { nodeHashes } from '../cli/commands/token-command.ts';
import type { Asked } from '../scenarios/conformance/schedule.ts';
import { dataChoice } from '../scenarios/payloads.ts';
import { probeMaker } from '../scenarios/space/circumstances.ts';
import { mostBytesOfAll } from '../scenarios/space/data-levels.ts';
import type { Contract } from '../schemas/contract.ts';
import type { RequestHeaders } from '../schemas/run-settings.ts';

/** What a run with this seed asks. */
export function askedWith(
  token: string,
  seed: number,
  contract: Contract = { version: 1 },
  mostBytes = mostBytesOfAll,
  ownHeaders: RequestHeaders = {},
): Asked {
  return {
    token,
    contract,
    choice: dataChoice(seed, contract, mostBytes),
    ...probeMaker(token, seed, nodeHashes, ownHeaders),
  };
}

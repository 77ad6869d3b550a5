import { nodeHashes } from '../cli/commands/token-command.ts';
import type { Asked } from '../scenarios/conformance/schedule.ts';
import { dataChoice } from '../scenarios/payloads.ts';
import { wrongAuthorizations } from '../scenarios/space/credential-levels.ts';
import { mostBytesOfAll } from '../scenarios/space/data-levels.ts';
import type { Contract } from '../schemas/contract.ts';

/** What a run with this seed asks. */
export function askedWith(
  token: string,
  seed: number,
  contract: Contract = { version: 1 },
  mostBytes = mostBytesOfAll,
): Asked {
  return {
    token,
    choice: dataChoice(seed, contract, mostBytes),
    wrong: wrongAuthorizations(token, seed, nodeHashes),
  };
}

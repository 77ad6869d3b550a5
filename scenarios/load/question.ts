import type { Contract } from '../../schemas/contract.ts';
import { mostBytesUnderLoad, type Slot } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import type { Question } from '../ask.ts';
import { encrypting } from '../conformance/schedule.ts';
import {
  type Authorization,
  emptyAuthorization,
  madeUpAuthorization,
  noAuthorization,
  otherSchemeAuthorization,
  validAuthorization,
} from '../credentials.ts';
import { type DataChoice, dataChoice } from '../payloads.ts';
import { mix } from '../random.ts';
import type { LoadData } from '../setup-data.ts';

/** What the questions of a load are made of: an object that k6's engine makes for each call is felt. */
export interface QuestionParts {
  readonly token: string;
  readonly authorization: Authorization;
  /** For encrypt with the token. */
  readonly choice: DataChoice;
  /** For probes: with the data, too, that encrypt refuses. */
  readonly probeChoice: DataChoice;
  /** Those that are always alike. */
  readonly alike: Readonly<Record<'user' | 'sync' | 'backup', Question>>;
  /** All of them ask the service to close the connection behind them. */
  readonly closes: boolean;
}

export function questionParts(
  token: string,
  data: Pick<LoadData, 'refusedClasses' | 'backupBody' | 'seed'>,
  contract: Contract,
  closes = false,
): QuestionParts {
  const authorization = validAuthorization(token);
  const probeChoice = dataChoice(data.seed, contract, mostBytesUnderLoad);
  const alike = (endpoint: 'user' | 'sync' | 'backup', body: string | null = null): Question => ({
    endpoint,
    authorization,
    variety: 'a valid call',
    body,
    closeAfter: closes,
  });
  return {
    token,
    authorization,
    choice: { ...probeChoice, without: data.refusedClasses },
    probeChoice,
    alike: { user: alike('user'), sync: alike('sync'), backup: alike('backup', data.backupBody) },
    closes,
  };
}

/** What is asked in the n-th due call. */
export function questionFor(
  slot: Exclude<Slot, 'control'>,
  index: number,
  { token, authorization, choice, probeChoice, alike, closes }: QuestionParts,
): Question {
  if (slot === 'probe') return { ...probe(index, token, probeChoice), closeAfter: closes };
  return slot === 'encrypt' ? encrypting(authorization, index, choice, closes) : alike[slot];
}

/**
 * Half of the probes come without a header, half carry a body that came with the token before the load: a cache must not
 * answer them.
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
  return { ...question, variety: `${authorization.variety}, ${question.variety}` };
}

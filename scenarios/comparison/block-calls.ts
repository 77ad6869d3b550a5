import type { Side } from '../../checks/comparison/measurement.ts';
import { comparedEndpoints } from '../../checks/comparison/measurement.ts';
import type { ComparisonPlan } from '../../checks/comparison/plan.ts';
import type { Exchange } from '../../checks/exchange.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { RequestHeaders } from '../../schemas/request-headers.ts';
import { ask, type Question } from '../ask.ts';
import { type QuestionParts, questionFor, questionParts } from '../load/question.ts';
import { type Paced, paced } from '../paced.ts';
import { inTurn, mix } from '../random.ts';
import { firstOf } from '../series.ts';

/** Whom a block asks, and what it sends. */
export interface BlockTurn {
  readonly side: Side;
  readonly baseUrl: string;
  readonly token: string;
  /** The operator's own headers are meant for the judged service: the other one never gets them. */
  readonly headers?: RequestHeaders;
  readonly block: number;
  /** Blocks of the same round send the same calls, to both sides. */
  readonly round: number;
  readonly refusedClasses: readonly string[];
  readonly seed: number;
  readonly contract: Contract;
}

export interface BlockCalls extends Paced {
  readonly exchanges: readonly Exchange[];
}

const timeoutMs = 5000;
/** More calls than this at a time would measure the waiting of each for the others. */
const mostUnderWay = 100;

/** Makes the calls of one block at a steady rate, and waits for the last answer: no block weighs on the next. */
export async function callsOfBlock(plan: ComparisonPlan, turn: BlockTurn): Promise<BlockCalls> {
  const count = plan.callsPerBlock * comparedEndpoints.length;
  const { baseUrl, headers = {}, side } = turn;
  const asking = { baseUrl, headers, timeoutMs, tags: { phase: 'compare', side } };
  const parts = questionParts(turn.token, { ...turn, backupBody: null }, turn.contract);
  const exchanges: Exchange[] = [];
  const pace = { calls: count, stepMs: plan.blockMs / count, mostUnderWay };
  const paces = await paced(pace, async (index) => {
    const question = questionAt(parts, turn.seed, index + turn.round * count);
    exchanges.push(await ask(question, turn.block * count + index, asking));
  });
  return { exchanges, ...paces };
}

/** Every three calls are one of each endpoint, in an order that does not repeat. */
function questionAt(parts: QuestionParts, seed: number, index: number): Question {
  const endpoints = comparedEndpoints.length;
  const endpoint = inTurn(comparedEndpoints, (index % endpoints) + mix(Math.floor(index / endpoints), seed));
  return questionFor(endpoint, firstOf.compared + index, parts);
}

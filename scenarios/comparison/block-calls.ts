import { blocksPerRound, comparedEndpoints, sideAt } from '../../checks/comparison/measurement.ts';
import type { ComparisonPlan } from '../../checks/comparison/plan.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { ask, type Question } from '../ask.ts';
import { type QuestionParts, questionFor, questionParts } from '../load/question.ts';
import { type Paced, paced } from '../paced.ts';
import { inTurn, mix } from '../random.ts';
import type { UserContext } from '../run-context.ts';
import { firstOf } from '../series.ts';
import type { LoadData } from '../setup-data.ts';
import type { Counterpart } from './counterpart.ts';

/** What is the same in every block. */
export interface Comparing {
  readonly context: UserContext;
  readonly counterpart: Counterpart;
  readonly plan: ComparisonPlan;
  readonly data: LoadData;
}

export interface BlockCalls extends Paced {
  readonly exchanges: readonly Exchange[];
}

const timeoutMs = 5000;
/** More calls than this at a time would measure the waiting of each for the others. */
const mostUnderWay = 100;

/** Makes the calls of one block at a steady rate, and waits for the last answer: no block weighs on the next. */
export async function callsOfBlock(
  { context, counterpart, plan, data }: Comparing,
  block: number,
): Promise<BlockCalls> {
  const side = sideAt(block);
  // The operator's own headers are meant for the judged service: the other one never gets them.
  const asked = side === 'candidate' ? context.settings : { ...counterpart, headers: {} };
  const { baseUrl, token, headers } = asked;
  const asking = { baseUrl, headers, timeoutMs, tags: { phase: 'compare', side } };
  const parts = questionParts(token, data, context.contract);
  const count = plan.callsPerBlock * comparedEndpoints.length;
  // Blocks of the same round send the same calls, to both sides.
  const first = Math.floor(block / blocksPerRound) * count;
  const exchanges: Exchange[] = [];
  const pace = { calls: count, stepMs: plan.blockMs / count, mostUnderWay };
  const paces = await paced(pace, async (index) => {
    const question = questionAt(parts, data.seed, first + index);
    exchanges.push(await ask(question, block * count + index, asking));
  });
  return { exchanges, ...paces };
}

/** Every three calls are one of each endpoint, in an order that does not repeat. */
function questionAt(parts: QuestionParts, seed: number, index: number): Question {
  const endpoints = comparedEndpoints.length;
  const endpoint = inTurn(comparedEndpoints, (index % endpoints) + mix(Math.floor(index / endpoints), seed));
  return questionFor(endpoint, firstOf.compared + index, parts);
}

import exec from 'k6/execution';
import {
  blocksPerRound,
  type ComparisonPlan,
  comparedEndpoints,
  sideAt,
} from '../../checks/comparison/measurement.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { dayOf, waivedChecks } from '../../reports/waivers.ts';
import { ask, type Question } from '../ask.ts';
import { tell } from '../companion.ts';
import { type QuestionParts, questionFor, questionParts } from '../load/question.ts';
import { type Paced, paced } from '../paced.ts';
import { firstOf, inTurn, mix } from '../random.ts';
import type { UserContext } from '../run-context.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import type { Counterpart } from './counterpart.ts';
import type { ComparisonMetrics } from './metrics.ts';
import { addBlock, type ComparisonCounts, withheldPass } from './tally.ts';

/**
 * Asks both services in turns. One virtual user does it all, so that it can tell k6 when the comparison does not pass:
 * a summary cannot change k6's exit status.
 */
export async function askInTurns(
  context: UserContext,
  metrics: ComparisonMetrics | null,
  given: HandedOn,
): Promise<void> {
  const data: LoadData = JSON.parse(given.load);
  const { comparison: plan, counterpart, settings, contract } = context;
  if (plan === null || counterpart === null || metrics === null || data.succeeding.length === 0) return;
  // The machine's shares are those of the measured time.
  tell(settings.companion, 'phase/measure-end');
  const counts: ComparisonCounts = { metrics, seen: {} };
  const comparing: Comparing = { context, counterpart, plan, data };
  const endsAt = Date.now() + plan.mostMs;
  await warmUpCounterpart(comparing);
  for (let block = 0; block < plan.blocks && Date.now() < endsAt; block += 1) {
    const calls = await callsOfBlock(comparing, block);
    const answered = addBlock(counts, block, calls, contract);
    if (answered === 0 || calls.clockJumped) break;
  }
  const reason = withheldPass(counts, plan, waivedChecks(contract, dayOf(settings.startedAtMs)));
  if (reason !== null) exec.test.fail(reason);
}

/** The judged service has had a warm-up and the whole load by now: beside a cold one it would look faster than it is. */
async function warmUpCounterpart(comparing: Comparing): Promise<void> {
  const ofCounterpart = [0, 1].findIndex((block) => sideAt(block) === 'counterpart');
  const endsAt = Date.now() + comparing.plan.warmUpMs;
  while (Date.now() < endsAt) await callsOfBlock(comparing, ofCounterpart);
}

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

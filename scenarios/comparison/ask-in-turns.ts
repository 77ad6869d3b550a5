import exec from 'k6/execution';
import { sideAt } from '../../checks/comparison/comparison-measurement.ts';
import { blocksPerRound, type ComparisonPlan } from '../../checks/comparison/comparison-plan.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { dayOf, waivedChecks } from '../../reports/waivers.ts';
import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import { ask } from '../ask.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../context.ts';
import type { ComparisonMetrics } from '../load/k6-metrics.ts';
import { makePaced, steadyPace } from '../paced.ts';
import { loadRequests } from '../planned-request.ts';
import { probeForms } from '../probe-forms.ts';
import { firstOf, inTurn, mix } from '../random.ts';
import type { Counterpart } from '../settings.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { addBlock, type BlockCalls, type ComparisonCounts, withheldPass } from './comparison-tally.ts';

/**
 * Asks both services in turns. One virtual user makes all calls, so that it can make k6 fail if the comparison does not pass: a
 * summary cannot change k6's exit status.
 */
export async function askInTurns(
  context: UserContext,
  metrics: ComparisonMetrics | null,
  given: HandedOn,
): Promise<void> {
  const data: LoadData = JSON.parse(given.load);
  const { comparison: plan, settings, contract } = context;
  const { counterpart, companion, startedAtMs } = settings;
  if (plan === null || counterpart === null || metrics === null || data.succeeding.length === 0) return;
  // The companion measures the machine's load up to here only.
  tell(companion, 'phase/measure-end');
  const counts: ComparisonCounts = { metrics, seen: {} };
  const makeBlock = blockMaker(context, counterpart, plan, data);
  const endsAtMs = Date.now() + plan.mostMs;
  // By now the judged service has had a warm-up and the whole load: compared with a cold service it would look too fast.
  const warmUpEndsMs = Date.now() + plan.warmUpMs;
  const ofCounterpart = [0, 1].findIndex((block) => sideAt(block) === 'counterpart');
  while (Date.now() < warmUpEndsMs) await makeBlock(ofCounterpart);
  for (let block = 0; block < plan.blocks && Date.now() < endsAtMs; block += 1) {
    const calls = await makeBlock(block);
    const answered = addBlock(counts, block, calls, contract);
    if (answered === 0 || calls.clockJumped) break;
  }
  const reason = withheldPass(counts, plan, waivedChecks(contract, dayOf(startedAtMs)));
  if (reason !== null) exec.test.fail(reason.replaceAll('%', '%%'));
}

const timeoutMs = 5000;
/** With more calls in flight, each would mostly wait for the others. */
const mostInFlight = 100;
/** Behind a balancer all calls of a connection may meet one backend, so that neither service may keep its connections. */
const callsPerConnection = 8;

/** Returns a function that makes the calls of one block at a steady rate and waits for the last answer: blocks do not overlap. */
function blockMaker(
  { settings, contract }: UserContext,
  counterpart: Counterpart,
  plan: ComparisonPlan,
  data: LoadData,
): (block: number) => Promise<BlockCalls> {
  const count = plan.callsPerBlock * repeatableEndpoints.length;
  return async (block) => {
    const side = sideAt(block);
    // The operator's own headers are meant for the judged service only.
    const { baseUrl, token, headers } = side === 'candidate' ? settings : { ...counterpart, headers: {} };
    const options = { baseUrl, headers, timeoutMs, tags: { phase: 'compare', side } };
    const requestFor = loadRequests(token, data, contract, probeForms(token, data.seed, headers));
    // Blocks of the same round send the same calls to both sides.
    const first = Math.floor(block / blocksPerRound) * count;
    const exchanges: Exchange[] = [];
    let dropped = 0;
    const onDrop = () => {
      dropped += 1;
    };
    const pace = { ...steadyPace(count, plan.blockMs / count, mostInFlight), onDrop };
    const clockJumped = await makePaced(pace, async ({ index }) => {
      const endpoint = endpointAt(first + index, data.seed);
      const request = requestFor(endpoint, firstOf.compared + first + index);
      const closeAfter = index % callsPerConnection === 0;
      exchanges.push(await ask({ ...request, closeAfter }, block * count + index, options));
    });
    return { exchanges, dropped, clockJumped };
  };
}

/** Each group of three calls has one of each endpoint, in an order that does not repeat. */
function endpointAt(index: number, seed: number): (typeof repeatableEndpoints)[number] {
  const endpoints = repeatableEndpoints.length;
  return inTurn(repeatableEndpoints, (index % endpoints) + mix(Math.floor(index / endpoints), seed));
}

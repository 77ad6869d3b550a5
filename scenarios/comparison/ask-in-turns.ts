import exec from 'k6/execution';
import {
  blocksPerRound,
  type ComparisonPlan,
  type Side,
  sideAt,
} from '../../checks/comparison/comparison-plan.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { dayOf, waivedChecks } from '../../reports/waivers.ts';
import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import { ask } from '../ask.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../context.ts';
import type { AtOnce } from '../load/k6-metrics.ts';
import { makePaced, steadyPace } from '../paced.ts';
import { dataOffset, inTurn, mix } from '../random.ts';
import { drawingFor } from '../request-drawing.ts';
import type { Settings } from '../settings.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { comparisonTally, withheldPass } from './comparison-tally.ts';

/**
 * Calls both services in alternating blocks. One virtual user makes all calls, so that it can fail the run in k6: a summary cannot
 * change the exit status.
 */
export async function askInTurns(context: UserContext, metrics: AtOnce, given: HandedOn): Promise<void> {
  const data: LoadData = JSON.parse(given.load);
  const { comparison: plan, settings, contract } = context;
  const { counterpart, companion, startedAtMs } = settings;
  if (plan === null || counterpart === null || data.succeeding.length === 0) return;
  // Machine load is measured during the load only, not during the comparison.
  tell(companion, 'phase/measure-end');
  const tally = comparisonTally(metrics, plan, contract);
  const makeBlock = blockMaker(context, counterpart, plan, data);
  const endsAtMs = Date.now() + plan.mostMs;
  // The judged service is warm after the whole load. Without a warm-up of its own, the counterpart would look too slow.
  const warmUpEndsMs = Date.now() + plan.warmUpMs;
  while (Date.now() < warmUpEndsMs) await makeBlock('counterpart', 0);
  for (let block = 0; block < plan.blocks && Date.now() < endsAtMs; block += 1) {
    const round = Math.floor(block / blocksPerRound);
    const { exchanges, clockJumped } = await makeBlock(sideAt(block), round);
    const answered = tally.addBlock(block, exchanges, clockJumped);
    if (answered === 0 || clockJumped) break;
  }
  const reason = withheldPass(tally.judged(), waivedChecks(contract, dayOf(startedAtMs)));
  if (reason !== null) exec.test.fail(reason.replaceAll('%', '%%'));
}

const timeoutMs = 5000;
/** With more calls in flight, each would mostly wait for the others. */
const mostInFlight = 100;
/** Behind a load balancer, one connection may always reach the same backend, so connections are replaced regularly. */
const callsPerConnection = 8;

/** Returns a function that makes the calls of one block at a steady rate and waits for all answers, so that blocks never overlap. */
function blockMaker(
  { settings, contract }: UserContext,
  counterpart: NonNullable<Settings['counterpart']>,
  plan: ComparisonPlan,
  data: LoadData,
) {
  const count = plan.callsPerBlock * repeatableEndpoints.length;
  return async (side: Side, round: number) => {
    // The operator's headers are meant for the judged service only.
    const to = side === 'candidate' ? settings : { ...counterpart, headers: {} };
    const options = { to, timeoutMs, tags: { phase: 'compare', side } };
    const requestFor = drawingFor(to, contract, data);
    // All blocks of a round send the same calls.
    const first = round * count;
    const exchanges: Exchange[] = [];
    const pace = steadyPace(count, plan.blockMs / count, mostInFlight);
    const clockJumped = await makePaced(pace, async ({ index }) => {
      const endpoint = endpointAt(first + index, data.seed);
      const request = requestFor(endpoint, dataOffset.compared + first + index);
      const closeAfter = index % callsPerConnection === 0 && !data.keepsOpen;
      exchanges.push(await ask({ ...request, closeAfter }, first + index, options));
    });
    return { exchanges, clockJumped };
  };
}

/** Every three consecutive calls include each endpoint once, in varying order. */
function endpointAt(index: number, seed: number): (typeof repeatableEndpoints)[number] {
  const endpoints = repeatableEndpoints.length;
  return inTurn(repeatableEndpoints, (index % endpoints) + mix(Math.floor(index / endpoints), seed));
}

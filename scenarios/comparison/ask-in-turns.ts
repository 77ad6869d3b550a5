import exec from 'k6/execution';
import { sideAt } from '../../checks/comparison/measurement.ts';
import { dayOf, waivedChecks } from '../../reports/waivers.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../run-context.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { type Comparing, callsOfBlock } from './block-calls.ts';
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

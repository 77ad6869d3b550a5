import exec from 'k6/execution';
import { dayOf, waivedChecks } from '../../reports/waivers.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../run-context.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { callsOfBlock } from './block-calls.ts';
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
  const endsAt = Date.now() + plan.mostMs;
  for (let block = 0; block < plan.blocks && Date.now() < endsAt; block += 1) {
    const calls = await callsOfBlock({ context, counterpart, plan, data }, block);
    const answered = addBlock(counts, block, calls, contract);
    if (answered === 0 || calls.clockJumped) break;
  }
  const reason = withheldPass(counts, plan, waivedChecks(contract, dayOf(settings.startedAtMs)));
  if (reason !== null) exec.test.fail(reason);
}

import { endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import type { VerdictCause } from '../report.ts';
import { cause } from '../verdict.ts';
import { callsUnderLoad } from './answer-findings.ts';
import { shed } from './capacity.ts';
import { timelineOf } from './endpoint-figures.ts';

const lastSlices = 3;

/**
 * In a load beyond what anybody promised a service may shed calls. One that nobody finds any more at its end has
 * shown nothing: not that it kept its rules, nor at which rate it stopped to. Where the load ends at an ordinary rate,
 * the same holds of one that answers no call there.
 */
export function goneCauses({ metrics }: Facts, load: ResolvedLoad): VerdictCause[] {
  if (load.shape === 'steady') return [];
  const calls = callsUnderLoad(metrics);
  return endpointNames.flatMap((name) => {
    const unreachable = calls[name].outcomes['unreachable'] ?? 0;
    // In a climb nobody asks what becomes of the calls beyond the last rate that was kept.
    const shedIn = (slice: number) => (load.shape === 'climb' ? 0 : shed(metrics, name, slice));
    const last = timelineOf(metrics, name, load)
      .filter(({ warmUp }) => !warmUp)
      .map(({ requests, failed }, slice) => ({
        lost: failed + shedIn(slice),
        made: requests + shedIn(slice),
      }))
      .filter(({ made }) => made > 0)
      .slice(-lastSlices);
    if (last.length === 0 || last.some(({ lost, made }) => lost < made)) return [];
    if (unreachable > 0)
      return gone(
        `${endpointTitle(name)} was no longer there at the end of the run: ${unreachable} calls could not connect.`,
      );
    // Backups are few: the last of them may have come in the peak.
    return load.shape === 'climb' || name === 'backup'
      ? []
      : gone(`${endpointTitle(name)} answered no call at the end of the run, when the load was down again.`);
  });
}

function gone(text: string): VerdictCause[] {
  return [cause('inconclusive', text, 'Find out why the service ended, then run the test again.')];
}

import { mostLoads } from '../../checks/latency/expectation.ts';
import type { PlannedLoad } from './planned-load.ts';

type Planned = Omit<PlannedLoad, 'cappedRate'>;

/** Time for the last answers and the report. */
const endingMs = 5000;
/** Extra time for a busy machine: k6 itself normally ends each phase long before. */
const slackMs = 55_000;

/** The longest time that a pass through a plan may take. */
export function longestMs({ conformance, load, comparison }: Planned): number {
  const { settleAtMostMs } = load ?? noLoad;
  return conformance.budgetMs + settleAtMostMs + shortestMs(load) + (comparison?.mostMs ?? 0) + endingMs;
}

/** Time after which k6 is stopped. */
export function mostMsOf(plan: Planned): number {
  return longestMs(plan) + slackMs;
}

function shortestMs(load: Planned['load']): number {
  const { calibrateMs, settleMs, warmUpMs, measureMs } = load ?? noLoad;
  return calibrateMs + 2 * settleMs + warmUpMs + measureMs;
}

/** How many loads fit into a time if each further one begins only when it can end in time. */
export function loadsWithin(withinMs: number, further: Planned): number {
  const startsWithinMs = withinMs - longestMs(further) - shortestMs(further.load);
  if (further.load === null || startsWithinMs < 0) return 1;
  return Math.min(mostLoads, 2 + Math.floor(startsWithinMs / shortestMs(further.load)));
}

const noLoad = { calibrateMs: 0, settleAtMostMs: 0, settleMs: 0, warmUpMs: 0, measureMs: 0 };

/** Calls back once after this time. `stop` returns the time, or null if there was no call. */
export function timeLimit(mostMs: number, onExceeded: () => void): { stop(): number | null } {
  let exceededMs: number | null = null;
  const timer = setTimeout(() => {
    exceededMs = mostMs;
    onExceeded();
  }, mostMs);
  return {
    stop() {
      clearTimeout(timer);
      return exceededMs;
    },
  };
}

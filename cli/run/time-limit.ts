import { mostLoads } from '../../checks/latency/expectation.ts';
import type { PlannedLoad } from './planned-load.ts';

type Planned = Omit<PlannedLoad, 'cappedRate'>;

/** For the last answers and the report. */
const endingMs = 5000;
/** More for a busy machine: k6 itself ends each phase long before. */
const slackMs = 55_000;

/** How long a pass through a plan takes at the longest. */
export function longestMs({ conformance, load, comparison }: Planned): number {
  const { settleAtMostMs } = load ?? noLoad;
  return conformance.budgetMs + settleAtMostMs + shortestMs(load) + (comparison?.mostMs ?? 0) + endingMs;
}

/** How long k6 may take before it is stopped. */
export function mostMsOf(plan: Planned): number {
  return longestMs(plan) + slackMs;
}

function shortestMs(load: Planned['load']): number {
  const { calibrateMs, settleMs, warmUpMs, measureMs } = load ?? noLoad;
  return calibrateMs + 2 * settleMs + warmUpMs + measureMs;
}

/** How many loads there can be within a time, where each further one is begun only if it will end in time. */
export function loadsWithin(withinMs: number, further: Planned): number {
  const startsWithinMs = withinMs - longestMs(further) - shortestMs(further.load);
  if (further.load === null || startsWithinMs < 0) return 1;
  return Math.min(mostLoads, 2 + Math.floor(startsWithinMs / shortestMs(further.load)));
}

const noLoad = { calibrateMs: 0, settleAtMostMs: 0, settleMs: 0, warmUpMs: 0, measureMs: 0 };

/** Calls once, after this time. `stop` returns it, or null if it did not call. */
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

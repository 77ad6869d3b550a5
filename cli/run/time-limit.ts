import type { PlannedLoad } from './planned-load.ts';

/** For the last answers, the report and a busy machine: k6 itself ends each phase long before. */
const slackMs = 60_000;

/** How long k6 may take for a run. */
export function mostMsOf({ conformance, load, comparison }: Omit<PlannedLoad, 'cappedRate'>): number {
  const { calibrateMs, settleAtMostMs, settleMs, warmUpMs, measureMs } = load ?? noLoad;
  const beforeMs = conformance.budgetMs + calibrateMs + settleAtMostMs + 2 * settleMs;
  return beforeMs + warmUpMs + measureMs + (comparison?.mostMs ?? 0) + slackMs;
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

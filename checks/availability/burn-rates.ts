/** Calls of one run, by when it started. */
export interface TimedCalls {
  readonly startMs: number;
  readonly n: number;
  readonly failures: number;
}

export interface BurnRate {
  /** The budget is spent so many times faster than it lasts. */
  readonly factor: number;
  readonly longMs: number;
  readonly shortMs: number;
  /** Share of failed calls, null without calls. */
  readonly longShare: number | null;
  readonly shortShare: number | null;
  readonly state: 'burning' | 'quiet' | 'too little data';
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fewestFailures = 10;

/** The windows and factors of the Site Reliability Workbook, chapter 5, "Alerting on SLOs". */
const windows: readonly (readonly [factor: number, longMs: number, shortMs: number])[] = [
  [14.4, hourMs, 5 * minuteMs],
  [6, 6 * hourMs, 30 * minuteMs],
  [1, 72 * hourMs, 6 * hourMs],
];

/** How fast the error budget is being spent: burning where the share is that high in the long and in the short window. */
export function burnRates(runs: readonly TimedCalls[], allowed: number, nowMs: number): BurnRate[] {
  return windows.map(([factor, longMs, shortMs]) => {
    const long = within(runs, nowMs, longMs);
    const short = within(runs, nowMs, shortMs);
    const longShare = shareOf(long);
    const shortShare = shareOf(short);
    const known = longShare !== null && shortShare !== null && long.failures >= fewestFailures;
    const burning = known && Math.min(longShare, shortShare) >= factor * allowed * (1 - 1e-9);
    const state = burning ? 'burning' : known ? 'quiet' : 'too little data';
    return { factor, longMs, shortMs, longShare, shortShare, state };
  });
}

/** Both edges belong to the window. A start after now is a clock that differs: it counts as now. */
function within(runs: readonly TimedCalls[], nowMs: number, lengthMs: number) {
  const inside = runs.filter(({ startMs }) => startMs >= nowMs - lengthMs);
  return {
    n: inside.reduce((sum, { n }) => sum + n, 0),
    failures: inside.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function shareOf({ n, failures }: { n: number; failures: number }): number | null {
  return n > 0 ? failures / n : null;
}

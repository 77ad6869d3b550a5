import type { TestContext } from 'vitest';
import { isNoisy } from '../checks/latency/judge-latency.ts';
import type { Report } from '../reports/report.ts';

const tries = 3;

/** Conditions by which a run says, besides those of noise, that this machine was kept from its work. */
const signs: readonly string[] = ['busy-by-rate', 'clock-step', 'rate-missed', 'rate-too-high'];

/**
 * Repeats a run that left open what it should have decided while the machine was too busy, by the run's own word. A
 * machine that never has the time skips the test, and `npm test` counts that; a quiet machine that leaves it open fails.
 */
export async function onQuietMachine<Run extends { readonly report: Report | null }>(
  { skip }: TestContext,
  start: () => Promise<Run>,
  isDecided: (run: Run) => boolean,
): Promise<Run> {
  for (let left = tries; ; left -= 1) {
    const run = await start();
    if (isDecided(run) || !wasBusy(run.report)) return run;
    if (left === 1) skip('The machine was too busy for this, three times.');
  }
}

function wasBusy(report: Report | null): boolean {
  const conditions = (report?.endpoints ?? []).flatMap(({ latency }) => latency?.conditions ?? []);
  return isNoisy(conditions) || conditions.some(({ id }) => signs.includes(id));
}

import { describe, expect, it } from 'vitest';
import type { Report } from '../reports/report.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { onQuietMachine } from './busy-machine.ts';
import { reportedRun } from './cli-run.ts';
import { packed } from './variant-run.ts';

const checksOf = ({ caughtBy, alsoCaughtBy = [] }: Variant) =>
  [...alsoCaughtBy, ...(caughtBy === undefined ? [] : [caughtBy])].filter((check) =>
    check.endsWith('-latency'),
  );

const judged = (names: readonly string[], duration: string) =>
  reportedRun(['load', '--profile', 'quick', '--duration', duration], names);

/** Few slow calls take more calls to fail; and that a fault does not pass says something only of a load that could. */
const isRare = ({ name, mayStayOpen }: Variant) => mayStayOpen !== undefined || /@(every|large)/.test(name);

/** Faults of different endpoints in one service are found by different checks of one run. */
const runs = packed(
  variants.filter((variant) => checksOf(variant).length > 0),
  checksOf,
);
const verdictOf = (report: Report, check: string | undefined) =>
  report.findings.find((finding) => finding.check === check)?.verdict;

/** One at a time: two loads would disturb each other. */
describe('a slow service fails', () => {
  it.for(runs.map((faults) => [faults.map(({ name }) => name).join(', '), faults] as const))(
    '%s',
    { timeout: 300_000 },
    async ([, faults], context) => {
      const decided = faults.filter(({ mayStayOpen }) => mayStayOpen === undefined);
      const duration = faults.some(isRare) ? '10s' : '5s';
      const { report, exitCode, output } = await onQuietMachine(
        context,
        () =>
          judged(
            faults.map(({ name }) => name),
            duration,
          ),
        (run) => decided.every(({ caughtBy }) => verdictOf(run.report, caughtBy) !== 'inconclusive'),
      );
      expect([1, 3], output).toContain(exitCode);
      for (const { name, mayStayOpen, caughtBy } of faults) {
        const verdicts = mayStayOpen === undefined ? ['fail'] : ['fail', 'inconclusive'];
        expect(verdicts, `${name}: ${output}`).toContain(verdictOf(report, caughtBy));
      }
    },
  );
});

it('a service that answers errors in time does not fail: how fast it succeeds is open', async () => {
  const { report, output } = await judged(['user-500@every-50th', 'sync-gzip-label@every-20th'], '10s');
  for (const endpoint of ['user', 'sync']) {
    expect(verdictOf(report, `${endpoint}-latency`), output).toBe('inconclusive');
    expect(verdictOf(report, `${endpoint}-offered`), output).toBe('inconclusive');
    expect(verdictOf(report, `${endpoint}-connections`), output).toBe('pass');
  }
  expect(report.verdict, output).toBe('inconclusive');
});

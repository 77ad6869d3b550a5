import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { type VariantSummary, variants } from '../service/variants/index.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

const checksOf = ({ caughtBy, alsoCaughtBy = [] }: VariantSummary) =>
  [...alsoCaughtBy, ...(caughtBy === undefined ? [] : [caughtBy])].filter((check) =>
    check.endsWith('-latency'),
  );

/** Faults of different endpoints in one service are found by different checks of one run. */
function together(faults: readonly VariantSummary[]): VariantSummary[][] {
  const runs: VariantSummary[][] = [];
  for (const fault of faults) {
    const apart = (run: readonly VariantSummary[]) =>
      !run.flatMap(checksOf).some((check) => checksOf(fault).includes(check));
    const run = runs.find(apart);
    if (run === undefined) runs.push([fault]);
    else run.push(fault);
  }
  return runs;
}

async function judged(names: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
  const service = await startService({ dataDir, token: canary, variants: names });
  try {
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const run = await cli(['load', '--profile', 'quick', '--duration', '10s'], { env });
    const report: Report = JSON.parse(filesIn(run.folder)['report.json'] ?? '{}');
    return { ...run, report };
  } finally {
    await service.stop();
  }
}

const runs = together(variants.filter((variant) => checksOf(variant).length > 0));
/** Two at a time: more would disturb each other. */
const pairs = runs.flatMap((run, index) =>
  index % 2 === 0 ? [[run, ...runs.slice(index + 1, index + 2)]] : [],
);

/** A machine that is disturbed may leave a slow service open: then it is asked again. It can never make it pass. */
describe.for(pairs)('a slow service fails', (pair) => {
  it.concurrent.each(pair.map((faults) => [faults.map(({ name }) => name).join(', '), faults] as const))(
    '%s',
    { retry: 2 },
    async (_, faults) => {
      const { report, exitCode, output } = await judged(faults.map(({ name }) => name));
      expect([1, 3], output).toContain(exitCode);
      for (const { name, mayStayOpen, caughtBy } of faults) {
        const finding = report.findings.find(({ check }) => check === caughtBy);
        const verdicts = mayStayOpen === undefined ? ['fail'] : ['fail', 'inconclusive'];
        expect(verdicts, `${name}: ${finding?.explanation}`).toContain(finding?.verdict);
      }
    },
  );
});

describe('a fast service does not fail', () => {
  it('the conformant one', { retry: 2 }, async () => {
    const { report, output } = await judged([]);
    expect(
      report.findings.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
    const [user] = report.endpoints;
    expect(user?.requests).toBeGreaterThan(1000);
    expect(user?.share_under_limit).toBeGreaterThan(0.9);
  });
});

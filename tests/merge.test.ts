import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary, k6Run } from './k6-run.ts';

it('two generators that share one load merge to what one makes alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'merge-'));
  const service = await startService({ token: canary });
  try {
    const env = { BASE_URL: service.url, PROFILE: 'quick', RATE: '200', DURATION: '6s' };
    const segments = ['0:1/2', '1/2:1'].map((segment) =>
      k6Run('load', env, [
        `--execution-segment=${segment}`,
        '--execution-segment-sequence=0,1/2,1',
        '--log-output=none',
      ]),
    );
    const parts = await Promise.all(segments);
    expect(parts.map(({ report }) => report?.run.completeness)).toEqual(['complete', 'complete']);
    const run = await cli(['merge', ...parts.map(({ folder }) => folder), '--out', join(dataDir, 'merged')]);
    expect([0, 1, 3], run.output).toContain(run.exitCode);
    const merged = JSON.parse(filesIn(join(dataDir, 'merged'))['report.json'] ?? '{}');
    for (const [index, { answered, failed, histogram }] of merged.endpoints.entries()) {
      const own = parts.map(({ report }) => report?.endpoints[index]);
      const sum = (of: (part: (typeof own)[number]) => number) =>
        own.reduce((total, part) => total + of(part), 0);
      expect(answered).toBe(sum((part) => part?.answered ?? 0));
      expect(failed).toBe(sum((part) => part?.failed ?? 0));
      const counted = histogram.reduce((total: number, { count }: { count: number }) => total + count, 0);
      expect(counted).toBe(sum((part) => part?.answered ?? 0));
    }
    const due = 200 * 6;
    const made = merged.load.achievedRate * 6;
    expect(made).toBeGreaterThan(due * 0.9);
    expect(made).toBeLessThan(due * 1.1);
  } finally {
    await service.stop();
  }
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readResults } from '../../results-file.ts';
import { benchFolder } from '../folders.ts';
import type { Results } from '../results.ts';
import { renderReadme } from './readme.ts';

const file = (name: string) => join(benchFolder, name);
const overshootUs = { p50: 25, p95: 40, p99: 60, max: 90 };
const setting = {
  burners: 0,
  nice: false,
  startedAt: '2026-01-02T00:00:00.000Z',
  loadAverage: 0.5,
  othersBusyShare: 0.02,
  seconds: 6,
};
const one = { ...setting, overshootUs, serverPriority: 'default', error: null };
const figures = {
  endpoint: 'user',
  p95Ms: 19.5,
  p99Ms: 20.5,
  openModelSlowShare: 0,
  servedSlowShare: 0,
} as const;

const small: Results = {
  schemaVersion: 1,
  machine: { cores: 2, processor: 'some', os: 'Linux 6' },
  tools: ['harness', 'oha'].map((name) => ({ name, version: '1.0', how: 'as it is' })),
  skipped: [{ name: 'wrk', reason: 'no package' }],
  runs: [
    {
      ...one,
      tool: 'oha',
      profile: '',
      rung: '19 ms',
      readings: [{ ...figures, p95: 'pass', p99: 'fail', slowShare: null }],
    },
    {
      ...one,
      tool: 'harness',
      profile: 'quick',
      rung: '19 ms',
      readings: [{ ...figures, p95: 'pass', p99: 'inconclusive', slowShare: 0.004 }],
    },
  ],
};

describe('page', () => {
  test('counts wrong, right and inconclusive verdicts, with the runs behind them', () => {
    const page = renderReadme(small);
    expect(page).toContain('| oha | 0 / **1** / 0, 100 % decided (1 run) |');
    expect(page).toContain('| harness, quick | 0 / 0 / 1, 0 % decided (1 run) |');
    expect(page).toContain('| 19 ms | quiet | 1 I | 1 **F** |');
    expect(page).toContain('| no wrong verdict in 300 runs | all | 0 wrong of 2 | 1 run |');
    expect(page).toContain('| no wrong verdict in 300 runs | quick | 0 wrong of 2 | 1 run |');
    expect(page).toContain('Not measured: wrk (no package).');
  });

  test('tells a machine that others use from a quiet one', () => {
    const runs = small.runs.map((run) => ({ ...run, othersBusyShare: 0.3 }));
    const page = renderReadme({ ...small, runs });
    expect(page).toContain('| tool | others busy |');
    expect(page).not.toContain('19 ms passes at p99, quiet');
  });

  test.skipIf(!existsSync(file('results.json')))('is what the results say', async () => {
    const results = await readResults<Results>(file('results.json'));
    expect(results).not.toBeNull();
    if (results !== null) expect(await readFile(file('README.md'), 'utf8')).toBe(renderReadme(results));
  });
});

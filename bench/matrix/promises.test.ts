import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { matrixPage } from './page.ts';
import { brokenPromises } from './promises.ts';
import { fails, open, type Run, unreached } from './row.ts';
import { rows } from './rows.ts';

const results: { machine: string; runs: readonly Run[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'results.json'), 'utf8'),
);

it('docs/hostile-matrix.md is what was measured', async () => {
  const page = matrixPage(results.runs, results.machine);
  await expect(page).toMatchFileSnapshot('../../docs/hostile-matrix.md');
});

it('each row has a name of its own, and was run', () => {
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(results.runs.map(({ name }) => name)).toEqual(names);
});

it('each row kept its promises', () => {
  const broken = rows.flatMap((row) =>
    results.runs
      .filter(({ name }) => name === row.name)
      .map((run) => [row.name, brokenPromises(row, run)] as const)
      .filter(([, promises]) => promises.length > 0),
  );
  expect(broken).toEqual([]);
});

const kept: Run = {
  name: 'a row',
  startedAt: '2026-11-26T08:00:00.000Z',
  status: 3,
  verdict: 'inconclusive',
  failed: [],
  seconds: 5,
  peakMb: 500,
  leaks: [],
  left: 0,
  trace: false,
  words: 'The service could not be reached.',
};

it.each<[string, Partial<Run>, typeof open, string[]]>([
  ['nothing', {}, open, []],
  ['another status', {}, unreached, ['status 3']],
  ['a pass', { status: 0, verdict: 'pass' }, open, ['status 0', 'wrong pass']],
  ['a report that says pass', { status: 4, verdict: 'pass' }, unreached, ['wrong pass']],
  ['blame', { failed: ['user-id-prefix'] }, open, ['wrong blame: user-id-prefix']],
  ['due blame', { status: 1, failed: ['user-id-prefix'] }, fails('user-id-prefix'), []],
  ['a fail of nothing', { status: 1 }, fails('user-id-prefix'), ['a fail without a check']],
  ['a hang', { seconds: 91 }, open, ['91 s']],
  ['memory', { peakMb: 1001 }, open, ['1001 MB']],
  ['a leak', { leaks: ['out/k6.log'] }, open, ['the token in out/k6.log']],
  ['a process left', { left: 1 }, open, ['1 processes left']],
  ['a stack trace', { trace: true }, open, ['a stack trace']],
  ['no words', { words: '' }, open, ['no words']],
])('is told of %s', (_, changed, due, broken) => {
  expect(brokenPromises({ due }, { ...kept, ...changed })).toEqual(broken);
});

import { describe, expect, it } from 'vitest';
import { failingReport } from '../fixtures/failing.ts';
import { generator, run } from '../fixtures/passing.ts';
import { eventfulHistory, history } from './history-fixture.ts';
import type { RunFolder } from './model.ts';
import { trendOf } from './trend.ts';

function changed({ folder, report }: RunFolder, change: Partial<RunFolder['report']['run']>): RunFolder {
  return { folder, report: { ...report, run: { ...report.run, ...change } } };
}

describe('sixty runs of a service that became slower', () => {
  const model = trendOf(eventfulHistory());

  it('show where, in which figures and by how much', () => {
    expect(model.changes.map(({ name, figure, run: index }) => [name, figure, index])).toEqual([
      ['encrypt', 'share', 38],
      ['encrypt', 'p50', 38],
      ['encrypt', 'p95', 38],
      ['encrypt', 'p99', 38],
    ]);
    const median = model.changes.find(({ figure }) => figure === 'p50');
    expect(median).toMatchObject({ isWorse: true, runsBefore: 38, runsAfter: 21 });
    expect(median?.shift.lower).toBeLessThan(1.3);
    expect(median?.shift.upper).toBeGreaterThan(1.3);
    expect(median?.circumstances).toEqual(['k6: 2.2.0 before, 2.3.0 after.']);
  });

  it('show which statements changed their verdict, and when', () => {
    const prefix = model.clauseChanges.find(({ id }) => id === '2.user.id');
    expect(prefix?.changes).toEqual([
      { from: 'kept', to: 'broken', run: 17 },
      { from: 'broken', to: 'kept', run: 19 },
    ]);
  });

  it('have an outcome each, and a gap where a run did not come to its end', () => {
    expect([16, 17, 25, 44].map((index) => model.runs[index]?.outcome)).toEqual([
      'pass',
      'fail',
      'inconclusive',
      'none',
    ]);
    const [user] = model.endpoints;
    expect(user?.points).toHaveLength(60);
    expect(user?.points.flatMap((point, index) => (point === null ? [index] : []))).toEqual([44]);
  });

  it('give each percentile the bounds of its bucket or more', () => {
    const point = model.endpoints[1]?.points[0];
    for (const quantile of Object.values(point?.quantiles ?? {})) {
      expect(quantile?.lowerMs).toBeLessThan(quantile?.ms ?? 0);
      expect(quantile?.upperMs).toBeGreaterThan(quantile?.ms ?? 0);
    }
    expect((point?.quantiles.p99?.upperMs ?? 0) / (point?.quantiles.p99?.lowerMs ?? 1)).toBeGreaterThan(1.2);
  });
});

it('leaves out a change of times that is too small to matter, however sure', () => {
  const runs = history({ runs: 40, noise: 0.0005, factor: (_, index) => (index >= 20 ? 1.015 : 1) });
  expect(trendOf(runs).changes.filter(({ figure }) => figure !== 'share')).toEqual([]);
});

describe('which runs belong together', () => {
  const runs = history({ runs: 5 });
  const [first, second, third, fourth, fifth] = runs;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('five runs');

  it('sorts them by their start', () => {
    expect(trendOf([third, first, second]).runs.map(({ id }) => id)).toEqual(['run-0', 'run-1', 'run-2']);
  });

  it('takes a run once, names its copy, and all that is foreign', () => {
    const model = trendOf(
      [
        ...runs,
        { ...second, folder: 'x-copy' },
        changed({ ...third, folder: 'other' }, { id: 'o', target: 'http://other' }),
        changed({ ...third, folder: 'smoke' }, { id: 's', scenario: 'smoke' }),
        changed({ ...third, folder: 'quick' }, { id: 'q', profile: 'quick' }),
      ],
      [{ folder: 'broken', reason: 'It is not JSON.' }],
    );
    expect(model.runs).toHaveLength(5);
    expect(model.skipped).toEqual([
      { folder: 'broken', reason: 'It is not JSON.' },
      { folder: 'other', reason: `another service: http://other, not ${run.target}` },
      { folder: 'quick', reason: 'another profile: quick, not standard' },
      { folder: 'smoke', reason: 'another scenario: smoke, not gate' },
      { folder: 'x-copy', reason: `the same run as ${second.folder}` },
    ]);
  });

  it('follows the embedded service from port to port', () => {
    const embedded = runs.map((one, index) =>
      changed(one, { embeddedService: true, target: `http://127.0.0.1:${40_000 + index}` }),
    );
    const model = trendOf(embedded);
    expect(model.runs).toHaveLength(5);
    expect(model.title.target).toBe('the embedded reference service');
  });

  it('of two services seen as often takes the one seen last', () => {
    const other = [fourth, fifth].map((one) => changed(one, { target: 'http://new' }));
    expect(trendOf([first, second, ...other]).title.target).toBe('http://new');
  });

  it('keeps an interrupted run without figures in its place', () => {
    const cut = changed(second, { completeness: 'interrupted' });
    const model = trendOf([first, { ...cut, report: { ...cut.report, endpoints: [] } }, third]);
    expect(model.runs.map(({ outcome }) => outcome)).toEqual(['pass', 'none', 'pass']);
  });

  it('keeps the newest hundred', () => {
    const model = trendOf(history({ runs: 103 }));
    expect(model.runs).toHaveLength(100);
    expect(model).toMatchObject({ older: 3 });
    expect(model.runs[0]?.id).toBe('run-3');
  });
});

it('says what else changed, in settings and machine', () => {
  const settings = failingReport().contract.settings;
  const [limit] = settings;
  if (limit === undefined) throw new Error('a setting');
  const runs = history({
    runs: 30,
    factor: (_, index) => (index >= 15 ? 1.5 : 1),
    overrides: (index) =>
      index < 15
        ? {}
        : {
            generator: { ...generator, cores: 4 },
            contract: { file: null, declarations: ['New.'], settings: [{ ...limit, value: 'p95' }] },
          },
  });
  expect(trendOf(runs).changes[0]?.circumstances).toEqual([
    'Cores of the generator: 2 before, 4 after.',
    expect.stringMatching(/^Declarations of the contract/),
    'response-time reading: p99 before, p95 after.',
    'limit: 20 ms before, not set after.',
    'error budget: 0.1 % before, not set after.',
  ]);
});

it('is empty without runs', () => {
  expect(trendOf([])).toMatchObject({ runs: [], endpoints: [], changes: [], clauseChanges: [] });
});

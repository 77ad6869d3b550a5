import { describe, expect, it } from 'vitest';
import { passingReport, run } from '../../passing-fixture.ts';
import type { Report } from '../../report.ts';
import { eventfulHistory, history } from './history-fixture.ts';
import { type RunFolder, type Trend, trendOf } from './trend.ts';

const idsOf = (trend: Trend) => trend.map(({ runs }) => runs.map(({ report }) => report.run.id));

function userTrend(runs: readonly RunFolder[], figure: string) {
  return trendOf(runs)[0]?.figures.find((one) => one.endpoint === 'user' && one.figure.name === figure);
}

it('has p50, p99 and the share of each endpoint, where the calls carry them', () => {
  const [series] = trendOf(history(3));
  expect(series?.figures.map(({ endpoint, figure }) => `${endpoint} ${figure.name}`)).toEqual([
    ...['user', 'encrypt', 'sync'].flatMap((name) => [
      `${name} p50`,
      `${name} p99`,
      `${name} under the limit`,
    ]),
    'backup p50',
    'backup under the limit',
  ]);
});

describe('the newest run', () => {
  it('stands beside the range of the ten before', () => {
    expect(userTrend(history(13), 'p50')).toMatchObject({
      newest: 2.12,
      before: { lowest: 2.02, highest: 2.11 },
    });
  });

  it('stands alone where there is none before', () => {
    expect(userTrend(history(1), 'p50')).toMatchObject({ newest: 2, before: null });
  });

  it('has no figure that an older one has, if it has none itself', () => {
    const without = history(3, (index) => (index === 2 ? { endpoints: [] } : {}));
    expect(userTrend(without, 'p50')).toMatchObject({ newest: null, values: [2, 2.01, null] });
  });

  it('is the newest that came to its end', () => {
    const cut = history(3).map(({ folder, report }, index): RunFolder => {
      const completeness = index === 2 ? 'interrupted' : 'complete';
      return { folder, report: { ...report, run: { ...report.run, completeness } } };
    });
    expect(userTrend(cut, 'p50')?.values).toEqual([2, 2.01]);
    expect(idsOf(trendOf(cut))).toEqual([['run-0', 'run-1', 'run-2']]);
  });
});

describe('runs of one series', () => {
  const { contract } = passingReport();
  const other: Readonly<Record<string, Partial<Report>>> = {
    service: { run: { ...run, target: 'http://other' } },
    scenario: { run: { ...run, scenario: 'smoke' } },
    profile: { run: { ...run, profile: 'standard' } },
    declarations: { contract: { ...contract, declarations: ['encrypt.algorithms: A'] } },
    settings: { contract: { ...contract, settings: [] } },
  };

  it.each(Object.entries(other))('have the same %s', (_, change) => {
    expect(idsOf(trendOf(history(3, (index) => (index === 2 ? change : {}))))).toHaveLength(2);
  });

  it('may come from another port of the embedded service and another contract file', () => {
    const runs = history(3, (index) => ({
      run: {
        ...run,
        id: `run-${index}`,
        embeddedService: true,
        target: `http://127.0.0.1:${40_000 + index}`,
      },
      contract: { ...contract, file: `/tmp/${index}/contract.yaml` },
    }));
    expect(idsOf(trendOf(runs))).toEqual([['run-0', 'run-1', 'run-2']]);
  });

  it('stand in the order of their start', () => {
    expect(idsOf(trendOf(history(3).toReversed()))).toEqual([['run-0', 'run-1', 'run-2']]);
    expect(trendOf(eventfulHistory()).map(({ runs }) => runs.length)).toEqual([15, 5]);
  });
});

it('takes a run once, however often its folder was copied', () => {
  const runs = history(2);
  const copies = runs.slice(1).map(({ report }) => ({ folder: 'x-copy', report }));
  expect(idsOf(trendOf([...copies, ...runs]))).toEqual([['run-0', 'run-1']]);
});

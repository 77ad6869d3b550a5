import { failingReport } from '../../failing-fixture.ts';
import { gateFacts } from '../../gate-fixture.ts';
import { buildReport } from '../../judge/build-report.ts';
import { changedReport } from '../../passing-fixture.ts';
import { keyOf } from '../../read-metrics.ts';
import type { Report } from '../../report.ts';
import type { RunFolder } from './trend.ts';

const dayMs = 86_400_000;
const facts = gateFacts();
const userTimes = keyOf('latency', { endpoint: 'user', phase: 'measure' });
const firstStart = Date.parse('2026-01-05T03:00:00.000Z');

/** A run a day of one service; each run is a little slower than the one before. */
export function history(
  runs: number,
  overrides: (index: number) => Partial<Report> = () => ({}),
): RunFolder[] {
  return Array.from({ length: runs }, (_, index) => {
    const startedAt = new Date(firstStart + index * dayMs).toISOString();
    const metrics = {
      ...facts.metrics,
      [userTimes]: { ...facts.metrics[userTimes], 'p(50)': 2 + index / 100 },
    };
    const built = buildReport({ ...facts, metrics });
    const report = changedReport(built, {
      run: { ...built.run, id: `run-${index}`, startedAt },
      ...overrides(index),
    });
    return { folder: `${startedAt.slice(0, 19).replace(/:/g, '-')}Z-gate`, report };
  });
}

/** Twenty runs: one fails, one is cut short, and the last five are of another service. */
export function eventfulHistory(): RunFolder[] {
  return history(20).map(({ folder, report }, index) => ({
    folder,
    report: { ...report, ...events(index, report) },
  }));
}

function events(index: number, { run: own }: Report): Partial<Report> {
  const { verdict, reason } = failingReport();
  if (index === 7) return { verdict, reason };
  if (index === 9)
    return { run: { ...own, completeness: 'interrupted' }, reason: 'The run was interrupted.' };
  return index < 15 ? {} : { run: { ...own, target: 'https://other.example' } };
}

import { endpointResult } from '../fixtures/endpoint.ts';
import { failingReport } from '../fixtures/failing.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import type { Report } from '../report.ts';
import type { RunFolder } from './trend.ts';

const dayMs = 86_400_000;
const firstStart = Date.parse('2026-01-05T03:00:00.000Z');

/** A run a day of one service; each run is a little slower than the one before. */
export function history(
  runs: number,
  overrides: (index: number) => Partial<Report> = () => ({}),
): RunFolder[] {
  return Array.from({ length: runs }, (_, index) => {
    const startedAt = new Date(firstStart + index * dayMs).toISOString();
    const endpoints = [
      endpointResult({ name: 'user', requests: 3000, medianMs: 2 + index / 100, spread: 0.23 }),
      endpointResult({ name: 'backup', requests: 120, medianMs: 6.2, spread: 0.12 }),
    ];
    const report = passingReport({
      run: { ...run, id: `run-${index}`, startedAt },
      endpoints,
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

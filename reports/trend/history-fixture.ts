import { endpointResult, type Shape } from '../fixtures/endpoint.ts';
import { failingReport } from '../fixtures/failing.ts';
import { generator, passingReport, run } from '../fixtures/passing.ts';
import type { Report } from '../report.ts';
import type { RunFolder } from './model.ts';
import { normal, seededRandom } from './random.ts';

const dayMs = 86_400_000;
const firstStart = Date.parse('2026-01-05T03:00:00.000Z');

const shapes: readonly Shape[] = [
  { name: 'user', requests: 3000, medianMs: 2.1, spread: 0.23 },
  { name: 'encrypt', requests: 3000, medianMs: 4.6, spread: 0.2 },
  { name: 'sync', requests: 3000, medianMs: 1.7, spread: 0.25 },
  { name: 'backup', requests: 120, medianMs: 6.2, spread: 0.12 },
];

export interface HistoryOptions {
  readonly runs: number;
  readonly seed?: number;
  /** Standard deviation of the times from run to run, on a log scale. */
  readonly noise?: number;
  /** By how much the median of an endpoint is multiplied in a run. */
  readonly factor?: (name: Shape['name'], index: number) => number;
  readonly overrides?: (index: number) => Partial<Report>;
}

/** A run a day of one service, with the noise of a shared machine. */
export function history({ runs, seed = 1, noise = 0.04, factor, overrides }: HistoryOptions): RunFolder[] {
  const random = seededRandom(seed);
  return Array.from({ length: runs }, (_, index) => {
    const common = normal(random);
    const endpoints = shapes.map((shape) => {
      const own = normal(random);
      const spread = shape.spread * Math.exp(noise * normal(random));
      const medianMs =
        shape.medianMs * Math.exp(noise * (0.7 * common + 0.7 * own)) * (factor?.(shape.name, index) ?? 1);
      return endpointResult({ ...shape, medianMs, spread });
    });
    const startedAt = new Date(firstStart + index * dayMs).toISOString();
    const folder = `${startedAt.slice(0, 19).replace(/:/g, '-')}Z-gate`;
    const report = passingReport({
      run: { ...run, id: `run-${index}`, startedAt },
      endpoints,
      ...overrides?.(index),
    });
    return { folder, report };
  });
}

/** Sixty days: encrypt becomes slower at run 38 with a new k6; a failing run, a broken one, an interrupted one. */
export function eventfulHistory(): RunFolder[] {
  const plain = history({
    runs: 60,
    seed: 7,
    factor: (name, index) => (name === 'encrypt' && index >= 38 ? 1.3 : 1),
    overrides: (index) => (index >= 38 ? { generator: { ...generator, k6Version: '2.3.0' } } : {}),
  });
  return plain.map(({ folder, report }, index) => ({
    folder,
    report: { ...report, ...events(index, report) },
  }));
}

function events(index: number, { run: of }: Report): Partial<Report> {
  if (index === 17 || index === 18) {
    const { verdict, reason, causes, findings, clauses } = failingReport();
    return { verdict, reason, causes, findings, clauses };
  }
  if (index === 25) return { verdict: 'inconclusive', reason: 'This machine was too busy.' };
  if (index === 44)
    return { run: { ...of, completeness: 'interrupted' }, reason: 'The run was interrupted.' };
  return {};
}

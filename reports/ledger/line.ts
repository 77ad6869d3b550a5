import { designEffect } from '../../checks/statistics/design-effect.ts';
import { type LedgerLine, ledgerVersion } from '../../schemas/ledger.ts';
import { type Report, serviceOf } from '../report.ts';
import { type Stretch, stretchesOf, timeOf } from './bad-time.ts';
import { standingOf } from './standing.ts';

/** Fewer slices do not tell how failures cluster: all are taken as one burst. */
const fewestSlices = 20;

/** What a ledger keeps of one finished run. */
export function lineOf(report: Report, build: string | null): LedgerLine {
  const { run, endpoints } = report;
  const slices = stretchesOf(endpoints);
  const n = endpoints.reduce((sum, one) => sum + one.answered + one.failed, 0);
  const failures = endpoints.reduce((sum, { failed }) => sum + failed, 0);
  return {
    schemaVersion: ledgerVersion,
    run: run.id,
    startedAt: run.startedAt,
    target: serviceOf(run),
    build,
    scenario: run.scenario,
    profile: run.profile,
    ...standingOf(report),
    calls: { n, failures, designEffect: effectOf(slices, n, failures) },
    time: timeOf(slices),
  };
}

function effectOf(slices: readonly Stretch[], calls: number, failures: number): number {
  if (slices.length < fewestSlices || failures === calls) return Math.max(1, failures);
  const effect = designEffect(slices.map(({ n, failed }) => ({ n, hits: failed })));
  return Math.round(effect * 1000) / 1000;
}

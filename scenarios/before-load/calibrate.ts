import http from 'k6/http';
import { quantile } from '../../checks/statistics/quantile.ts';
import type { Generator } from '../../reports/report.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import { paced } from '../paced.ts';
import { paceFor } from './pace.ts';

type ErrorFigures = Generator['controlError'];

/** What this machine adds to a known time while nothing else is asked; null without a control endpoint. */
export async function calibrate(
  companion: string | null,
  load: ResolvedLoad,
  limitMs: number,
): Promise<ErrorFigures> {
  if (companion === null || load.calibrateMs === 0) return null;
  tell(companion, 'phase/before-load');
  const errorsMs: number[] = [];
  await paced(paceFor(load, limitMs, load.calibrateMs), async () => {
    const raw = await http.asyncRequest('GET', `${companion}/delay`, null, {
      tags: { endpoint: 'control', name: 'control', phase: 'calibration' },
      timeout: 5000,
    });
    const trueMs = Number(raw.headers['X-Service-Ms']);
    if (raw.status === 200 && trueMs > 0) errorsMs.push(raw.timings.duration - trueMs);
  });
  const at = (share: number) => quantile(errorsMs, share);
  if (errorsMs.length === 0) return null;
  return { samples: errorsMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

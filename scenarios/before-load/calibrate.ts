import http from 'k6/http';
import type { Generator } from '../../reports/report.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { anyStatus } from '../ask.ts';
import { paced } from '../paced.ts';
import { paceFor } from './pace.ts';

type ErrorFigures = Generator['controlError'];

/** What this machine adds to a known time while nothing else is asked; null without a control endpoint. */
export async function calibrate(companion: string | null, load: ResolvedLoad): Promise<ErrorFigures> {
  if (companion === null || load.calibrateMs === 0) return null;
  const errorsMs: number[] = [];
  await paced(paceFor(load, load.calibrateMs), async () => {
    const raw = await http.asyncRequest('GET', `${companion}/delay`, null, {
      tags: { endpoint: 'control', name: 'control', phase: 'calibration' },
      responseCallback: anyStatus,
      timeout: 5000,
    });
    const trueMs = Number(raw.headers['X-Service-Ms']);
    if (raw.status === 200 && trueMs > 0) errorsMs.push(raw.timings.duration - trueMs);
  });
  return figuresOf(errorsMs.sort((a, b) => a - b));
}

function figuresOf(sortedMs: readonly number[]): ErrorFigures {
  const at = (share: number) => sortedMs[Math.ceil(share * sortedMs.length) - 1] ?? 0;
  if (sortedMs.length === 0) return null;
  return { samples: sortedMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

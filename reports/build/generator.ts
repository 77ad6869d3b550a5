import type { BeforeLoad, Facts } from '../facts.ts';
import { countOf, figureOf, percentileOf } from '../metrics.ts';
import type { Generator } from '../report.ts';

/** The machine that asked: what the companion knows of it, and what k6's own metrics tell. */
export function generatorOf({ metrics, machine, run }: Facts, before: BeforeLoad): Generator {
  const samples = countOf(metrics, 'control_error');
  const error = (percentile: number) => percentileOf(metrics, 'control_error', percentile) ?? 0;
  return {
    k6Version: run.k6Version,
    ...machine,
    latenessP99Ms: percentileOf(metrics, 'lateness', 99),
    sendingP99Ms: percentileOf(metrics, 'http_req_sending', 99),
    controlError:
      samples === 0
        ? null
        : {
            samples,
            p50Ms: error(50),
            p95Ms: error(95),
            p99Ms: error(99),
            maxMs: figureOf(metrics, 'control_error', 'max') ?? 0,
          },
    calibration: before.calibration,
    roundTripFloorMs: before.roundTrip?.floorMs ?? null,
  };
}

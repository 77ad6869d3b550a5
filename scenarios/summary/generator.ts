import type { Generator } from '../../reports/report.ts';
import type { Machine } from '../../schemas/machine.ts';
import type { SetupData } from '../setup-data.ts';
import { countOf, figureOf, percentileOf, type SummaryData } from './summary-data.ts';

/** The machine that asked: what the companion knows of it, and what k6's own metrics tell. */
export function generatorOf(data: SummaryData, setup: SetupData, machine: Machine): Generator {
  const samples = countOf(data, 'control_error');
  const error = (percentile: number) => percentileOf(data, 'control_error', percentile) ?? 0;
  return {
    k6Version: __ENV['HARNESS_K6_VERSION'] ?? '2.x',
    ...machine,
    latenessP99Ms: percentileOf(data, 'lateness', 99),
    sendingP99Ms: percentileOf(data, 'http_req_sending', 99),
    controlError:
      samples === 0
        ? null
        : {
            samples,
            p50Ms: error(50),
            p95Ms: error(95),
            p99Ms: error(99),
            maxMs: figureOf(data, 'control_error', 'max') ?? 0,
          },
    calibration: setup.calibration,
    roundTripFloorMs: setup.roundTrip?.floorMs ?? null,
  };
}

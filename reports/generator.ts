import type { Machine } from '../schemas/machine.ts';

type SinceLater = 'stolenShare' | 'loadAverage';

/** The machine that asked, and whether it was fit to; older reports do not tell all of it. */
export interface Generator extends Omit<Machine, SinceLater>, Partial<Pick<Machine, SinceLater>> {
  readonly k6Version: string;
  readonly latenessP99Ms: number | null;
  readonly sendingP99Ms: number | null;
  /** Error of k6's figure against a control endpoint that reports its true time, milliseconds. */
  readonly controlError: {
    readonly samples: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  } | null;
  /** The same before the load, with nothing else under way; absent in older reports. */
  readonly calibration?: Generator['controlError'];
  /** TCP handshake, before the load. */
  readonly roundTripFloorMs: number | null;
}

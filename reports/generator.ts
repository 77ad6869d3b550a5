/** The machine that asked, and whether it was fit to. */
export interface Generator {
  readonly k6Version: string;
  readonly os: string;
  readonly cores: number | null;
  readonly boxBusyShare: number | null;
  readonly generatorBusyShare: number | null;
  readonly throttledPeriods: number | null;
  readonly stolenShare?: number | null;
  readonly loadAverage?: number | null;
  readonly clockDriftMs: number | null;
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

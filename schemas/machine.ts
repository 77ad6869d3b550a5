/** The machine that asked, over the measured time. null: not known, which is never taken for good. */
export interface Machine {
  readonly os: string;
  readonly cores: number | null;
  /** Shares are of the time of all cores together, 0 to 1. */
  readonly boxBusyShare: number | null;
  readonly generatorBusyShare: number | null;
  /** Time that went to other machines on the same host. */
  readonly stolenShare: number | null;
  /** Periods in which the processor quota was used up. */
  readonly throttledPeriods: number | null;
  /** Mean number of runnable processes over one minute. */
  readonly loadAverage: number | null;
  /** How much the wall clock was stepped at least. */
  readonly clockDriftMs: number | null;
}

export const unknownMachine: Machine = {
  os: 'unknown',
  cores: null,
  boxBusyShare: null,
  generatorBusyShare: null,
  stolenShare: null,
  throttledPeriods: null,
  loadAverage: null,
  clockDriftMs: null,
};

/** The load generator's machine in the measured time. null: unknown, which never counts as good. */
export interface Machine {
  readonly os: string;
  readonly cores: number | null;
  /** Shares, from 0 to 1, are of the time of all cores together. */
  readonly boxBusyShare: number | null;
  readonly generatorBusyShare: number | null;
  /** Time that went to other machines on the same host. */
  readonly stolenShare: number | null;
  /** Periods in which the processor quota was used up. */
  readonly throttledPeriods: number | null;
  /** Mean number of runnable processes over one minute. */
  readonly loadAverage: number | null;
  /** The least by which the wall clock was stepped. */
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

import type { Generator } from '../dist/report-types.ts';

/** The load generator's machine in the measured time. null: unknown, which never counts as good. */
export type Machine = Required<Pick<Generator, keyof typeof unknownMachine>>;

/** Where the slices of a load lie: the first begins at `startMs`, in milliseconds since 1970. */
export interface SlicesInTime {
  readonly startMs: number;
  readonly sliceMs: number;
  readonly count: number;
}

/** What happened on the load generator's machine in one slice of a load, at its worst; null: unknown. */
export interface MachineSlice {
  /** Processors' worth of time that programs other than the harness and its embedded service used. */
  readonly othersCores: number | null;
  /** Processors' worth of time that the host gave to other machines. */
  readonly stolenCores: number | null;
  /** Milliseconds per second, summed over its threads, that the harness waited for a processor. */
  readonly waitedMs: number | null;
  /** Scheduling periods in which the harness had used up its quota. */
  readonly throttledPeriods: number | null;
}

export const unknownSlice: MachineSlice = {
  othersCores: null,
  stolenCores: null,
  waitedMs: null,
  throttledPeriods: null,
};

/** The worse of each figure; unknown where either is. */
export function worstOf(one: MachineSlice, other: MachineSlice): MachineSlice {
  const worse = (name: keyof MachineSlice) => {
    const [here, there] = [one[name], other[name]];
    return here === null || there === null ? null : Math.max(here, there);
  };
  return {
    othersCores: worse('othersCores'),
    stolenCores: worse('stolenCores'),
    waitedMs: worse('waitedMs'),
    throttledPeriods: worse('throttledPeriods'),
  };
}

export const unknownMachine = {
  os: 'unknown',
  cores: null,
  boxBusyShare: null,
  generatorBusyShare: null,
  stolenShare: null,
  throttledPeriods: null,
  loadAverage: null,
  clockDriftMs: null,
};

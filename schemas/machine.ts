import type { Generator } from '../dist/report-types.ts';

/** The load generator's machine in the measured time. null: unknown, which never counts as good. */
export type Machine = Required<Pick<Generator, keyof typeof unknownMachine>>;

/** Where the slices of a load lie: the first begins at `startMs`, in milliseconds since 1970. */
export interface SlicesInTime {
  readonly startMs: number;
  readonly sliceMs: number;
  readonly count: number;
}

export const unknownSlice = {
  /** Processors' worth of time that programs other than the harness and its embedded service used. */
  othersCores: null,
  /** Processors' worth of time that the host gave to other machines. */
  stolenCores: null,
  /** Milliseconds per second, summed over its threads, that the harness waited for a processor. */
  waitedMs: null,
  /** Scheduling periods in which the harness had used up its quota. */
  throttledPeriods: null,
};

/** What happened on the load generator's machine in one slice of a load, at its worst; null: unknown. */
export type MachineSlice = { readonly [figure in keyof typeof unknownSlice]: number | null };

/** The worse of each figure; unknown where either is. */
export function worstOf(one: MachineSlice, other: MachineSlice): MachineSlice {
  const figures = Object.keys(unknownSlice) as (keyof MachineSlice)[];
  const worse = figures.map((name) => {
    const [here, there] = [one[name], other[name]];
    return [name, here === null || there === null ? null : Math.max(here, there)];
  });
  return Object.fromEntries(worse);
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

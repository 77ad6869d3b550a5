import type { MachineSlice } from '../dist/facts-types.ts';
import type { Generator } from '../dist/report-types.ts';

/** The load generator's machine in the measured time. null: unknown, which never counts as good. */
export type Machine = Required<Pick<Generator, keyof typeof unknownMachine>>;

/** Where the slices of a load lie: the first begins at `startMs`, in milliseconds since 1970. */
export interface SlicesInTime {
  readonly startMs: number;
  readonly sliceMs: number;
  readonly count: number;
}

export const unknownSlice: MachineSlice = {
  othersCores: null,
  stolenCores: null,
  waitedMs: null,
  throttledPeriods: null,
};

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

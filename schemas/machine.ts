import type { Generator } from '../dist/report-types.ts';

/** The load generator's machine in the measured time. null: unknown, which never counts as good. */
export type Machine = Required<Pick<Generator, keyof typeof unknownMachine>>;

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

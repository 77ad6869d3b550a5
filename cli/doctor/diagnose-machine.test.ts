import { describe, expect, it } from 'vitest';
import { type Machine, unknownMachine } from '../../schemas/machine.ts';
import { judgeMachine } from './diagnose-machine.ts';

const quiet: Machine = {
  os: 'Linux 6.1 x64',
  cores: 4,
  loadAverage: 0.3,
  boxBusyShare: 0.05,
  generatorBusyShare: null,
  stolenShare: 0,
  throttledPeriods: 0,
  clockDriftMs: 0,
};
const steady = Array.from({ length: 1000 }, (_, index) => index / 5000);
const late = (count: number, ms: number) => [...steady.slice(count), ...Array<number>(count).fill(ms)];

function warnings(change: Partial<Machine>, overshootsMs: readonly number[] = steady): string[] {
  const rows = judgeMachine({ ...quiet, ...change }, overshootsMs);
  return rows.filter(({ state }) => state === 'warning').map(({ name }) => name);
}

describe('judgeMachine', () => {
  it('finds nothing wrong with a quiet machine', () => {
    expect(judgeMachine(quiet, steady).map(({ name, state, detail }) => [name, state, detail])).toEqual([
      ['cores', 'ok', '4 (Linux 6.1 x64)'],
      ['busy', 'ok', '5.0 %'],
      ['load average', 'ok', '0.3'],
      ['stolen time', 'ok', '0.0 %'],
      ['CPU quota', 'ok', 'does not limit this process'],
      ['wake-ups', 'ok', '0.19 ms late at the 95th percentile, 0.20 ms at the 99th'],
      ['clock', 'ok', 'steady'],
    ]);
  });

  it.each<[string, Partial<Machine>]>([
    ['cores', { cores: 1 }],
    ['busy', { boxBusyShare: 0.41 }],
    ['load average', { loadAverage: 4.1 }],
    ['stolen time', { stolenShare: 0.011 }],
    ['CPU quota', { throttledPeriods: 1 }],
    ['clock', { clockDriftMs: 1.1 }],
  ])('warns of %s at %o', (name, change) => {
    expect(warnings(change)).toEqual([name]);
  });

  it('warns of late wake-ups, and tolerates a few', () => {
    expect(warnings({}, late(51, 0.6))).toEqual(['wake-ups']);
    expect(warnings({}, late(11, 2.1))).toEqual(['wake-ups']);
    expect(warnings({}, late(9, 50))).toEqual([]);
    expect(warnings({}, [])).toEqual(['wake-ups']);
  });

  it('calls unknown what the system does not tell, and nothing of it good', () => {
    const rows = judgeMachine(unknownMachine, steady).filter(({ detail }) => detail.startsWith('unknown'));
    expect(rows.map(({ name }) => name)).toEqual([
      'cores',
      'busy',
      'load average',
      'stolen time',
      'CPU quota',
      'clock',
    ]);
    expect(rows.every(({ state }) => state === 'warning')).toBe(true);
  });
});

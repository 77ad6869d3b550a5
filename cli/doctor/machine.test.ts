import { describe, expect, it } from 'vitest';
import { judgeMachine } from './machine.ts';
import { type MachineWatch, watchMachine } from './machine-watch.ts';

const quiet: MachineWatch = {
  os: 'Linux 6.1 x64',
  cores: 4,
  loadAverage: 0.3,
  boxBusyShare: 0.05,
  stolenShare: 0,
  throttledPeriods: 0,
  overshootsMs: Array.from({ length: 1000 }, (_, index) => index / 5000),
  clockDriftMs: 0,
  openFiles: 1024,
};

function warnings(change: Partial<MachineWatch>): string[] {
  const rows = judgeMachine({ ...quiet, ...change });
  return rows.filter(({ state }) => state === 'warning').map(({ name }) => name);
}

describe('judgeMachine', () => {
  it('finds nothing wrong with a quiet machine', () => {
    expect(judgeMachine(quiet)).toEqual([
      { name: 'cores', state: 'ok', detail: '4 (Linux 6.1 x64)', remedy: '' },
      { name: 'load', state: 'ok', detail: '5.0 % busy now, load average 0.3', remedy: '' },
      {
        name: 'wake-ups',
        state: 'ok',
        detail: '0.19 ms late at the 95th percentile, 0.20 ms at the 99th',
        remedy: '',
      },
      { name: 'CPU quota', state: 'ok', detail: 'does not hold us back', remedy: '' },
      { name: 'open files', state: 'ok', detail: '1024', remedy: '' },
      { name: 'clock', state: 'ok', detail: 'steady', remedy: '' },
    ]);
  });

  const late = (count: number, ms: number) => [
    ...quiet.overshootsMs.slice(count),
    ...Array<number>(count).fill(ms),
  ];
  it.each<[string, Partial<MachineWatch>]>([
    ['cores', { cores: 1 }],
    ['load', { boxBusyShare: 0.41 }],
    ['load', { loadAverage: 4.1 }],
    ['stolen time', { stolenShare: 0.011 }],
    ['wake-ups', { overshootsMs: late(51, 0.6) }],
    ['wake-ups', { overshootsMs: late(11, 2.1) }],
    ['CPU quota', { throttledPeriods: 1 }],
    ['open files', { openFiles: 1023 }],
    ['clock', { clockDriftMs: 1.1 }],
  ])('warns of %s at %o', (name, change) => {
    expect(warnings(change)).toEqual([name]);
  });

  it('tolerates a few late wake-ups', () => {
    expect(warnings({ overshootsMs: late(9, 50) })).toEqual([]);
  });

  it('leaves out what the system does not tell', () => {
    const blind = {
      boxBusyShare: null,
      stolenShare: null,
      throttledPeriods: null,
      openFiles: null,
      loadAverage: null,
    };
    expect(judgeMachine({ ...quiet, ...blind }).map(({ name }) => name)).toEqual([
      'cores',
      'wake-ups',
      'clock',
    ]);
  });
});

describe('watchMachine', () => {
  it('sees wake-ups that are late, never early by more than the clock is coarse', async () => {
    const { overshootsMs, cores } = await watchMachine(30);
    expect(overshootsMs.length).toBeGreaterThan(0);
    expect(Math.min(...overshootsMs)).toBeGreaterThan(-0.1);
    expect(cores).toBeGreaterThan(0);
  });
});

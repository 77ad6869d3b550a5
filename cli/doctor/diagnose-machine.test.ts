import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Machine, unknownMachine } from '../../schemas/machine.ts';
import { callerOf } from '../caller.ts';
import { keptIo } from '../io-fixture.ts';
import { k6StandIn, temporaryFolder } from '../k6/stand-in-fixture.ts';
import { diagnoseTools, judgeMachine } from './diagnose-machine.ts';
import { ok } from './diagnosis.ts';

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

describe('judgeMachine', () => {
  it('finds nothing wrong with a quiet machine', () => {
    expect(judgeMachine(quiet)).toEqual(ok('machine', '4 cores (Linux 6.1 x64), quiet'));
  });

  it.each<[string, Partial<Machine>]>([
    ['one core is too few', { cores: 1 }],
    ['the processor was busy 41 % of the time', { boxBusyShare: 0.41 }],
    ['the host took 1.1 % of the processor time', { stolenShare: 0.011 }],
    ['a quota stopped it in 1 periods', { throttledPeriods: 1 }],
    ['4.1 processes shared 4 cores', { loadAverage: 4.1 }],
    ['its clock was set by 1.1 ms', { clockDriftMs: 1.1 }],
  ])('warns that %s: %o', (sign, change) => {
    const { state, detail, remedy } = judgeMachine({ ...quiet, ...change });
    expect([state, detail.replaceAll('\u00a0', ' ')]).toEqual([
      'warning',
      `${change.cores ?? 4} cores (Linux 6.1 x64): ${sign}`,
    ]);
    expect(remedy).toContain('conformance');
  });

  it('says all that is wrong', () => {
    const { detail } = judgeMachine({ ...quiet, stolenShare: 0.5, throttledPeriods: 3 });
    expect(detail).toMatch(/the host took .*, a quota stopped it in 3 periods$/);
  });

  it('calls unknown what the system does not tell, and nothing of it good', () => {
    const { state, detail } = judgeMachine(unknownMachine);
    expect([state, detail]).toEqual([
      'warning',
      expect.stringMatching(/^unknown cores .*: this system does not report how busy it is$/),
    ]);
    expect(judgeMachine({ ...quiet, boxBusyShare: null }).state).toBe('warning');
    expect(judgeMachine({ ...quiet, boxBusyShare: null, cores: 1 }).detail).toContain('one core is too few');
  });
});

it('finds the tools of this installation', async () => {
  const K6_BIN = k6StandIn(join(temporaryFolder(), 'k6'));
  const { rows } = await diagnoseTools(callerOf({ K6_BIN }, keptIo()));
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['harness', 'ok'],
    ['Node', 'ok'],
    ['k6', 'ok'],
  ]);
  expect(rows.every(({ detail }) => /^\d+\.\d+\.\d+/.test(detail))).toBe(true);
  expect(rows[2]?.detail).toBe(`2.2.0 (K6_BIN: ${K6_BIN})`);
});

it('says why there is no k6', async () => {
  const {
    rows: [, , k6],
  } = await diagnoseTools(callerOf({ K6_BIN: '/nowhere/k6' }, keptIo()));
  expect(k6).toMatchObject({ name: 'k6', state: 'problem' });
  expect(k6?.detail).toMatch(/No usable k6 found.*\/nowhere\/k6/s);
});

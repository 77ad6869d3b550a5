import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Machine, unknownMachine } from '../../schemas/machine.ts';
import { callerOf } from '../caller.ts';
import { keptIo } from '../io-fixture.ts';
import { k6StandIn, temporaryFolder } from '../k6/stand-in-fixture.ts';
import { diagnoseRunner, diagnoseTools, judgeMachine } from './diagnose-machine.ts';
import { ok, warning } from './diagnosis.ts';

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

function warnings(change: Partial<Machine>): string[] {
  const rows = judgeMachine({ ...quiet, ...change });
  return rows.filter(({ state }) => state === 'warning').map(({ name }) => name);
}

describe('judgeMachine', () => {
  it('finds nothing wrong with a quiet machine', () => {
    expect(judgeMachine(quiet).map(({ name, state, detail }) => [name, state, detail])).toEqual([
      ['cores', 'ok', '4 (Linux 6.1 x64)'],
      ['busy', 'ok', '5.0 %'],
      ['stolen time', 'ok', '0.0 %'],
      ['CPU quota', 'ok', 'limited this process in 0 periods'],
      ['clock', 'ok', 'stepped by 0.0 ms'],
    ]);
  });

  it.each<[string, Partial<Machine>]>([
    ['cores', { cores: 1 }],
    ['busy', { boxBusyShare: 0.41 }],
    ['stolen time', { stolenShare: 0.011 }],
    ['CPU quota', { throttledPeriods: 1 }],
    ['clock', { clockDriftMs: 1.1 }],
  ])('warns of %s at %o', (name, change) => {
    expect(warnings(change)).toEqual([name]);
  });

  it('calls unknown what the system does not tell, and nothing of it good', () => {
    const rows = judgeMachine(unknownMachine).filter(({ detail }) => detail.startsWith('unknown'));
    expect(rows.map(({ name }) => name)).toEqual(['cores', 'busy', 'stolen time', 'CPU quota', 'clock']);
    expect(rows.every(({ state }) => state === 'warning')).toBe(true);
  });
});

const fit = [ok('cores', '4'), ok('round trip', '0.20 ms'), warning('proxy', 'there is one', '')];

it('says nothing against a machine that is fit', () => {
  expect(diagnoseRunner(fit).state).toBe('ok');
});

it('says why one is not, and what to do', () => {
  const { state, detail, remedy } = diagnoseRunner([...fit, warning('stolen time', '3.1 %', '')]);
  expect([state, detail]).toEqual(['warning', 'the response times may stay open from here: stolen time']);
  expect(remedy).toContain('conformance');
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

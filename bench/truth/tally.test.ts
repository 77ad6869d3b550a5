import { describe, expect, test } from 'vitest';
import type { JudgedReading, Run } from './results.ts';
import { decidedShare, markOf, rungNamed, tallyOf, truthOf } from './tally.ts';

const silent = { endpoint: 'user', p95: null, p99: null, p95Ms: null, p99Ms: null, slowShare: null } as const;

function reading(said: Partial<JudgedReading>): JudgedReading {
  return { ...silent, openModelSlowShare: 0, servedSlowShare: 0, ...said };
}

function rung(name: string) {
  const found = rungNamed(name);
  if (found === undefined) throw new Error(`no rung ${name}`);
  return found;
}

function run(of: Partial<Run>): Run {
  const overshootUs = { p50: 0, p95: 0, p99: 0, max: 0 };
  const setting = { tool: 'any', rung: '19 ms', burners: 0, nice: false, profile: '' };
  const facts = {
    startedAt: '2026-01-01T00:00:00.000Z',
    loadAverage: 0,
    othersBusyShare: 0,
    seconds: 6,
    serverPriority: 'default',
  };
  return { ...setting, ...facts, overshootUs, readings: [], error: null, ...of };
}

describe('what is so', () => {
  test.each([
    ['19.5 ms', 0, 'pass', 'pass'],
    ['20.5 ms', 1, 'fail', 'fail'],
    ['0.5 % slow', 0.005, 'pass', 'pass'],
    ['1 % slow', 0.01, 'pass', null],
    ['2 % slow', 0.02, 'pass', 'fail'],
    ['5 % slow', 0.05, null, 'fail'],
  ] as const)('on the rung %s', (name, share, p95, p99) => {
    const served = reading({ openModelSlowShare: share, servedSlowShare: share });
    expect(truthOf(served, 'p95', rung(name))).toBe(p95);
    expect(truthOf(served, 'p99', rung(name))).toBe(p99);
  });

  test('is nothing to judge by where the machine made the service another', () => {
    const disturbed = reading({ servedSlowShare: 0.02 });
    expect(truthOf(disturbed, 'p99', rung('19.5 ms'))).toBeNull();
    expect(truthOf(disturbed, 'p95', rung('19.5 ms'))).toBe('pass');
  });

  test('is the open model in a stall, however few calls a closed one made in it', () => {
    const hidden = reading({ openModelSlowShare: 0.0803, servedSlowShare: 0.001 });
    expect(truthOf(hidden, 'p99', rung('stall of 500 ms every 6 s'))).toBe('fail');
  });

  test('is what was served where the service changes', () => {
    const drifted = reading({ openModelSlowShare: null, servedSlowShare: 0.4 });
    expect(truthOf(drifted, 'p99', rung('drift from 12 to 30 ms'))).toBe('fail');
  });
});

describe('marks', () => {
  test.each([
    ['pass', 'right'],
    ['fail', 'wrong'],
    ['inconclusive', 'inconclusive'],
    [null, 'none'],
  ] as const)('%s on a fast service is %s', (p99, mark) =>
    expect(markOf(reading({ p99 }), 'p99', rung('19 ms'))).toBe(mark),
  );

  test('add up over readings and runs', () => {
    const runs = [
      run({ readings: [reading({ p99: 'pass' }), reading({ p99: 'inconclusive' })] }),
      run({ readings: [reading({ p99: 'fail' })] }),
      run({ rung: '1 % slow', readings: [reading({ p99: 'pass', openModelSlowShare: 0.01 })] }),
      run({ error: 'it broke down' }),
    ];
    const tally = tallyOf(runs, 'p99');
    expect(tally).toEqual({ right: 1, wrong: 1, inconclusive: 1, 'not counted': 1, none: 1 });
    expect(decidedShare(tally)).toBeCloseTo(2 / 3);
    expect(decidedShare(tallyOf([], 'p99'))).toBeNull();
  });
});

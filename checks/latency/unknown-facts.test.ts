import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, plain, quiet, standard, waits } from './latency-fixture.ts';
import type { GeneratorFacts } from './measurement.ts';

const fast = measured(waits(5400, 2));
const { control, machine } = quiet;

type Cost = 'no pass' | 'a warning' | 'nothing';
type Case = readonly [fact: string, without: Partial<GeneratorFacts>, cost: Cost, condition: string | null];

/** Removes each fact that can be unknown from a run that passes. */
const cases: readonly Case[] = [
  ['the control', { control: null }, 'no pass', 'companion-silent'],
  [
    "the control's true time",
    { control: control === null ? null : { ...control, serviceMedianMs: null } },
    'no pass',
    'control-lost',
  ],
  ['the lateness', { latenessP99Ms: null }, 'no pass', 'lateness-unknown'],
  ['whether it had settled', { settled: null }, 'a warning', 'not-settled'],
  ['the machine', { machine: { ...machine, cores: null } }, 'no pass', 'companion-silent'],
  ['the load of the processor', { machine: { ...machine, boxBusyShare: null } }, 'nothing', null],
  ['the share of the generator', { machine: { ...machine, generatorBusyShare: null } }, 'nothing', null],
  ['the time stolen', { machine: { ...machine, stolenShare: null } }, 'nothing', null],
  ['the throttled periods', { machine: { ...machine, throttledPeriods: null } }, 'nothing', null],
  ['the load average', { machine: { ...machine, loadAverage: null } }, 'nothing', null],
  ['the drift of the clock', { machine: { ...machine, clockDriftMs: null } }, 'no pass', 'companion-silent'],
  ['the round trip', { roundTrip: null }, 'nothing', null],
];

describe('with a companion, what is not known', () => {
  it.each(cases)('%s', (_, without, cost, condition) => {
    const { verdict, conditions } = judgeLatency(fast, { ...quiet, ...without }, standard);
    expect(conditions.map(({ id }) => id)).toEqual(condition === null ? [] : [condition]);
    expect(verdict).toBe(cost === 'no pass' ? 'inconclusive' : 'pass');
    expect(conditions.every(({ remedy }) => remedy !== '')).toBe(true);
  });

  it('has a case for each fact that may be null', () => {
    const [generator, ofMachine] = [new Set<string>(), new Set<string>()];
    for (const [, without] of cases) {
      for (const name of Object.keys(without)) generator.add(name);
      const { machine: part } = without;
      for (const [name, value] of Object.entries(part ?? {})) if (value === null) ofMachine.add(name);
    }
    const always = [
      'hasCompanion',
      'offeredRate',
      'achievedRate',
      'negativeTimings',
      'handshakes',
      'isOnThisMachine',
      'isProxied',
    ];
    expect([...generator, ...always].toSorted()).toEqual(Object.keys(quiet).toSorted());
    expect([...ofMachine, 'os'].toSorted()).toEqual(Object.keys(machine).toSorted());
  });
});

describe('plain k6, which has no companion', () => {
  it('passes with warnings that say what a companion would know', () => {
    const { verdict, conditions } = judgeLatency(fast, plain, standard);
    expect(verdict).toBe('pass');
    expect(conditions.map(({ id, effect }) => [id, effect])).toEqual([['no-companion', 'warning']]);
    expect(conditions.every(({ remedy }) => remedy.includes('command line'))).toBe(true);
  });
});

describe('holds nothing against the service that an unknown network explains, and names what was missing', () => {
  const unknown = { ...quiet, roundTrip: null };
  it.each([
    ['too few could be timed', unknown],
    ['NO_PROXY', { ...unknown, isProxied: true }],
    ['command line', { ...plain, roundTrip: null }],
  ])('%s', (missing, generator) => {
    const { verdict, explanation, remedy } = judgeLatency(measured(waits(5400, 900)), generator, standard);
    expect([verdict, explanation]).toEqual(['inconclusive', expect.stringContaining('is not known')]);
    expect(remedy).toContain(missing);
    expect(remedy).toContain('latency.at');
  });

  it('but calls without an answer', () => {
    const failing = measured(waits(5400, 2), { valid: 6000, failed: 600, unanswered: 600 });
    const slices = failing.slices.map((slice) => ({ ...slice, n: slice.n + 10, failed: 10 }));
    const { verdict, guardBandMs, explanation } = judgeLatency({ ...failing, slices }, unknown, standard);
    expect([verdict, guardBandMs < 20]).toEqual(['fail', true]);
    expect(explanation).not.toContain('network');
  });
});

import { describe, expect, it } from 'vitest';
import { closesConnections } from '../../schemas/load-plan.ts';
import { latencyCauses, latencyVoids, latencyWarnings } from '../causes/latency-causes.ts';
import type { LatencyExpectation } from './expectation.ts';
import { judgeLatency } from './judge-latency.ts';
import { controlOf, measured, plain, quiet, standard, waits } from './latency-fixture.ts';
import type { GeneratorFacts, LatencyMeasurement } from './measurement.ts';

/** A change to a passing run, and the effect and remedy of the condition that it causes. */
interface Case {
  readonly id: string;
  readonly effect: 'no-pass' | 'void' | 'warning';
  readonly remedy: RegExp;
  readonly measurement?: LatencyMeasurement;
  readonly generator?: Partial<GeneratorFacts>;
  readonly expectation?: Partial<LatencyExpectation>;
}

const fast = measured(waits(5400, 2));
const noisyControl = controlOf(Array.from({ length: 3000 }, (_, index) => (index % 10 === 0 ? 5 : 0.2)));

const changed = (change: Partial<LatencyMeasurement>) => ({ measurement: { ...fast, ...change } });
const calls = (...given: Parameters<typeof measured>) => ({ measurement: measured(...given) });
const generator = (change: Partial<GeneratorFacts>) => ({ generator: change });
const machine = (change: Partial<GeneratorFacts['machine']>, others: Partial<GeneratorFacts> = {}) =>
  generator({ ...others, machine: { ...quiet.machine, ...change } });

const untimed = { roundTrip: null, hasCompanion: true } as const;
const farCalls = calls(waits(5400, 23));
const stepped = [...waits(2700, 2), ...waits(2700, 2, 25, 100)];

const withoutPass: readonly Omit<Case, 'effect'>[] = [
  { id: 'lost-calls', ...changed({ lost: 2000 }), remedy: /see Errors.*lower the rate/ },
  { id: 'rate-missed', ...generator({ achievedRate: 390 }), remedy: /lower --rate/ },
  { id: 'rate-missed', ...generator({ achievedRate: 0 }), remedy: /lower --rate/ },
  { id: 'rate-too-high', ...machine({ cores: 1 }, { achievedRate: 390 }), remedy: /at most 250 requests/ },
  { id: 'no-calls', ...calls([]), remedy: /again/ },
  {
    id: 'slow-connections',
    ...calls(waits(5400, 2, 35, 450), {
      freshCalls: 1350,
      slowByUser: Array.from({ length: 16 }, (_, user) => (closesConnections(user) ? 4 : 0)),
    }),
    remedy: /backend/,
  },
  { id: 'many-dropped', ...changed({ dropped: 60 }), remedy: /maxStallMs/ },
  { id: 'not-sent', ...changed({ dropped: 60, unsent: 40 }), remedy: /ulimit -n/ },
  {
    id: 'error-answers',
    ...changed({ failed: 60, slices: fast.slices.map((slice) => ({ ...slice, failed: 1 })) }),
    remedy: /answers with an error/,
  },
  { id: 'not-steady', ...calls(stepped), remedy: /before the run/ },
  {
    id: 'far-away',
    ...farCalls,
    ...generator({ roundTrip: { floorMs: 21, p95Ms: 22 } }),
    remedy: /closer/,
  },
  { id: 'behind-proxy', ...farCalls, ...generator({ ...untimed, isProxied: true }), remedy: /NO_PROXY/ },
  { id: 'few-handshakes', ...farCalls, ...generator(untimed), remedy: /further TCP connections/ },
  {
    id: 'network-untimed',
    ...farCalls,
    ...generator({ ...untimed, hasCompanion: false }),
    remedy: /^Start the run with the command line/,
  },
  { id: 'far-too-few-calls', ...calls(waits(3, 2)), remedy: /lower percentile/ },
  {
    id: 'few-calls',
    ...calls(waits(200, 2)),
    remedy:
      /^Run the test 2\.7 times longer: allow more time \(--within\), or use a longer --profile or --dur/,
  },
  { id: 'few-calls', ...calls(waits(200, 2, 25, 200)), remedy: /^Run the test \d/ },
  { id: 'undecided-few-calls', ...calls(waits(4, 2, 20.2, 4)), remedy: /lower percentile/ },
  {
    id: 'few-calls',
    ...calls(waits(200, 2), { durationMs: 2000 }),
    remedy: /^Run the test 2\.7 times longer/,
  },
  { id: 'short-window', ...changed({ durationMs: 12_000 }), remedy: /at least 53\ss/ },
  { id: 'every-request', expectation: { percentile: 'every' }, remedy: /Declare a percentile/ },
  { id: 'undecided-share', ...calls(waits(5400, 2, 25, 115)), remedy: /Run the test \d.* times longer/ },
  { id: 'undecided-slow', ...calls(waits(5400, 2, 25, 75)), remedy: /Run the test \d.* times longer/ },
  { id: 'undecided-share', ...calls(waits(90, 2, 25, 60)), remedy: /^Run the test \d.* times longer/ },
  {
    id: 'undecided-backups',
    ...calls(waits(16, 2, 25, 8), { sampleLimited: true }),
    remedy: /backup\.calls/,
  },
  {
    id: 'share-too-close',
    ...calls(waits(5400, 2, 25, 100)),
    remedy: /^Make the service faster.*unlikely to decide/,
  },
  { id: 'errors-unmeasured', ...calls(waits(5400, 2, 25, 200)), ...generator(plain), remedy: /command line/ },
];

const voids: readonly Omit<Case, 'effect'>[] = [
  { id: 'clock-step', ...machine({ clockDriftMs: 30 }), remedy: /again/ },
  { id: 'clock-step', ...generator({ negativeTimings: 1 }), remedy: /again/ },
  { id: 'control-lost', ...generator({ control: { ...controlOf([]), lost: 40 } }), remedy: /quieter/ },
];

const warnings: readonly Omit<Case, 'effect'>[] = [
  {
    id: 'starved-service',
    ...machine({ boxBusyShare: 0.99 }, { isOnThisMachine: true, offeredRate: 100 }),
    remedy: /move the service to another\.$/,
  },
  { id: 'busy-machine', ...generator({ control: noisyControl }), remedy: /on a quieter machine/ },
  { id: 'not-settled', ...generator({ settled: false }), remedy: /before the run/ },
  { id: 'busy-machine', ...machine({ boxBusyShare: 0.9 }), remedy: /on a quieter machine/ },
  { id: 'busy-machine', ...machine({ generatorBusyShare: 0.3 }), remedy: /lower --rate/ },
  { id: 'busy-machine', ...machine({ throttledPeriods: 3 }), remedy: /lower --rate/ },
  { id: 'busy-machine', ...machine({ stolenShare: 0.05 }), remedy: /on a quieter machine/ },
  { id: 'busy-machine', ...machine({ loadAverage: 3.5 }), remedy: /quieter/ },
  { id: 'busy-by-rate', ...machine({ cores: 1 }), remedy: /at most 250 requests\/s/ },
];

const cases: readonly Case[] = [
  ...withoutPass.map((one) => ({ ...one, effect: 'no-pass' as const })),
  ...voids.map((one) => ({ ...one, effect: 'void' as const })),
  ...warnings.map((one) => ({ ...one, effect: 'warning' as const })),
];

const few = measured(waits(200, 2));
const busy = { control: noisyControl };

describe('each condition', () => {
  it.each(cases)('$id ($effect)', ({ id, effect, measurement = fast, generator, expectation, remedy }) => {
    const finding = judgeLatency(measurement, { ...quiet, ...generator }, { ...standard, ...expectation });
    const condition = finding.conditions.find((found) => found.id === id);
    expect(condition).toMatchObject({ id, effect });
    expect(condition?.remedy).toMatch(remedy);
    expect(condition?.reason).toMatch(/\.$/);
    if (effect !== 'warning') expect(finding.verdict).toBe('inconclusive');
    expect(JSON.stringify(finding)).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('takes a figure that is none for a bad one', () => {
    const none = { achievedRate: Number.NaN };
    expect(judgeLatency(fast, { ...quiet, ...none }, standard).verdict).toBe('inconclusive');
  });

  it('is absent from a quiet run', () => {
    expect(judgeLatency(fast, quiet, standard).conditions).toEqual([]);
  });

  it('asks for more calls where the slow ones came in bursts, if their bursts were measured', () => {
    const stalled = measured([...waits(2640, 2), ...waits(20, 500), ...waits(2740, 2)]);
    const { cause, explanation } = judgeLatency(stalled, quiet, standard);
    expect([cause, explanation]).toEqual(['few-calls', expect.stringContaining('came in bursts')]);
    // On a busy machine they may be its own.
    expect(judgeLatency(stalled, { ...quiet, ...busy }, standard).cause).toBe('busy-machine');
    expect(judgeLatency(measured([...waits(299, 2), 25]), quiet, standard).explanation).toMatch(/needed\.$/);
    const unmeasured = judgeLatency(stalled, { ...quiet, control: null }, standard);
    expect(unmeasured.conditions.map(({ id }) => id)).not.toContain('few-calls');
  });

  it('takes no stall for a change of the share', () => {
    const [before, after] = [waits(1300, 2), waits(4000, 2)];
    for (const calls of [
      [...before, ...waits(100, 500), ...after],
      [...after, ...waits(100, 500), ...before],
    ]) {
      const { conditions } = judgeLatency(measured(calls), quiet, standard);
      expect(conditions.map(({ id }) => id)).not.toContain('not-steady');
    }
  });

  it('does not stop a service that is certainly slow from failing', () => {
    const slow = measured(waits(5400, 300));
    for (const generator of [{ control: noisyControl }, { achievedRate: 100 }] as const) {
      expect(judgeLatency(slow, { ...quiet, ...generator }, standard).verdict).toBe('fail');
    }
  });

  it('forbids a fail where service and generator share a machine without a free processor', () => {
    const slow = measured(waits(5400, 300));
    const starved = { ...quiet, isOnThisMachine: true, machine: { ...quiet.machine, boxBusyShare: 0.99 } };
    expect(judgeLatency(slow, starved, standard).verdict).toBe('inconclusive');
    expect(judgeLatency(fast, starved, standard).verdict).toBe('pass');
    expect(judgeLatency(slow, { ...starved, isOnThisMachine: false }, standard).verdict).toBe('fail');
  });

  it.each([
    ['too few calls', few, {}, /200 calls are too few/],
    ['too few calls on a busy machine', few, busy, /200 calls are too few/],
    ['a rate that was missed', fast, { achievedRate: 390 }, /390\.0 requests\/s were made/],
    ['that on a busy machine', fast, { ...busy, achievedRate: 390 }, /short of processor time/],
    ['late calls', { ...fast, late: 280 }, busy, /280 of .* late or later/],
  ])(
    'that comes before others is the reason, in one sentence, with its remedy: %s',
    (_, calls, change, why) => {
      const { explanation, remedy, conditions } = judgeLatency(calls, { ...quiet, ...change }, standard);
      expect(explanation.split(/(?<=\.) (?=[A-Z\d])/)).toEqual([
        expect.anything(),
        expect.stringMatching(why),
      ]);
      const decisive = conditions.find(({ reason }) => explanation.endsWith(reason));
      expect(remedy).toBe(decisive?.remedy);
    },
  );

  it('has a test', () => {
    const ids = [latencyCauses, latencyVoids, latencyWarnings].flatMap((family) => Object.keys(family));
    const elsewhere =
      'no-service companion-silent no-companion lateness-unknown late-calls ' +
      'few-connections unsteady-network disturbed slow-when-disturbed disturbed-calls';
    const tested = new Set([...cases.map(({ id }) => id), ...elsewhere.split(' ')]);
    expect(ids.filter((id) => !tested.has(id))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { latencyCauses, latencyVoids, latencyWarnings } from '../causes/latency-causes.ts';
import { cases, fast, noisyControl } from './condition-cases-fixture.ts';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

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
      'no-service counts-disagree companion-silent no-companion lateness-unknown late-calls warm-up-unknown ' +
      'few-connections unsteady-network disturbed slow-when-disturbed disturbed-calls few-backups';
    const tested = new Set([...cases.map(({ id }) => id), ...elsewhere.split(' ')]);
    expect(ids.filter((id) => !tested.has(id))).toEqual([]);
  });
});

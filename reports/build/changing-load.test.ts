import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { addFacts } from '../add-facts.ts';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../fixtures/facts.ts';
import { buildReport } from './build.ts';

/** A load that changes: its first half succeeds, and of its second half every call ends in `outcome`. */
function changing(
  shape: 'climb' | 'ramp' | 'spike',
  outcome: string,
  { share = 1, contract = { version: 1 } as Contract } = {},
): Facts {
  const calls = loadCalls(() => 2).filter(
    ({ slice }, index) => slice < 30 && (share === 1 || index % 2 === 0),
  );
  const facts = loadFacts(calls, share);
  const ofSlice = 10;
  const failed = (['user', 'encrypt', 'sync'] as const).flatMap((endpoint) => [
    [`calls{endpoint:${endpoint},result:failed}`, { count: 30 * ofSlice }],
    [`outcomes{endpoint:${endpoint},outcome:${outcome}}`, { count: 30 * ofSlice }],
    [`failed_calls{endpoint:${endpoint}}`, { count: 30 * ofSlice }],
    ...Array.from({ length: 30 }, (_, slice) => [
      `failed_calls{endpoint:${endpoint},slice:${30 + slice}}`,
      { count: ofSlice },
    ]),
  ]);
  const load = facts.plan.load && { ...facts.plan.load, shape, rate: 100 };
  return {
    ...facts,
    metrics: { ...facts.metrics, ...Object.fromEntries(failed) },
    plan: { ...facts.plan, scenario: 'stress', load, latencyDecides: false, contract },
  };
}

describe('a load beyond what anybody promised', () => {
  it.each(['climb', 'ramp'] as const)('fails no declared availability for what is shed in a %s', (shape) => {
    const contract: Contract = { version: 1, availability: { meaning: 'requests' } };
    expect(buildReport(changing(shape, 'HTTP 500', { contract })).verdict).not.toBe('fail');
  });

  it('does not pass where nobody is there at its end, merged or not', () => {
    const part = (id: string, laterMs: number): Facts => {
      const facts = changing('climb', 'unreachable', { share: 0.5 });
      const before = facts.before && { ...facts.before, endedAtMs: facts.before.endedAtMs + laterMs };
      return { ...facts, before, run: { ...facts.run, id } };
    };
    for (const laterMs of [0, 4000])
      expect(buildReport(addFacts([part('a', 0), part('b', laterMs)])).verdict).toBe('inconclusive');
  });

  it.each(['turned away', 'refused', 'unauthorised'])(
    'does not pass where its ordinary end is all %s',
    (result) => {
      const shed = (shape: 'climb' | 'ramp'): Facts => {
        const facts = changing(shape, 'HTTP 502');
        const metrics = Object.entries(facts.metrics).map(([key, value]) => [
          key.replace('failed_calls{', 'shed{').replace('result:failed', `result:${result}`),
          value,
        ]);
        return { ...facts, metrics: Object.fromEntries(metrics) };
      };
      expect(buildReport(shed('ramp'))).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('answered no call'),
      });
      expect(buildReport(shed('climb')).verdict).toBe('pass');
    },
  );

  it.each(['HTTP 502', 'timeout', 'reset'])('does not pass where its ordinary end is all %s', (outcome) => {
    for (const shape of ['ramp', 'spike'] as const) {
      const { verdict, reason } = buildReport(changing(shape, outcome));
      expect([verdict, reason]).toEqual(['inconclusive', expect.stringContaining('answered no call')]);
    }
    expect(buildReport(changing('climb', outcome)).verdict).toBe('pass');
  });
});

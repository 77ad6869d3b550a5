import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { addFacts } from '../after/merged-facts.ts';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';

/** A changing load whose first half succeeds and whose second half ends in `outcome`. */
function changing(
  shape: 'climb' | 'ramp' | 'spike',
  outcome: string,
  { share = 1, contract = { version: 1 } as Contract } = {},
): Facts {
  const calls = loadCalls(() => 2).filter((_, index) => share === 1 || index % 2 === 0);
  const ended = calls.map((call) => (call.slice < 30 ? call : { ...call, outcome }));
  const facts = loadFacts(ended, share);
  const load = facts.plan.load && { ...facts.plan.load, shape, rate: 100 };
  return {
    ...facts,
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

  it.each(['HTTP 502', 'timeout', 'reset', 'HTTP 429', 'HTTP 404', 'HTTP 401'])(
    'does not pass where its ordinary end is all %s',
    (outcome) => {
      for (const shape of ['ramp', 'spike'] as const) {
        const { verdict, reason } = buildReport(changing(shape, outcome));
        expect([verdict, reason]).toEqual([
          'inconclusive',
          expect.stringContaining('did not answer any call'),
        ]);
      }
      const { verdict, reason, endpoints } = buildReport(changing('climb', outcome));
      expect([verdict, reason]).toEqual(['pass', expect.stringContaining('are shown, not judged.')]);
      expect(endpoints[0]?.latency).toMatchObject({ verdict: 'not-applicable', conditions: [] });
    },
  );
});

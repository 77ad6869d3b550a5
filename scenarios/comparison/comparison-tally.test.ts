import { describe, expect, it } from 'vitest';
import { sideAt } from '../../checks/comparison/comparison-plan.ts';
import { judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { conformantUser, exchangeWith } from '../../checks/exchange-fixture.ts';
import { comparisonMeasurement } from '../../reports/comparison/comparison-summary.ts';
import type { Contract } from '../../schemas/contract.ts';
import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import { addBlock, type ComparisonCounts, withheldPass } from './comparison-tally.ts';

const plan = { rate: 150, blockMs: 400, callsPerBlock: 20, blocks: 24, warmUpMs: 0, mostMs: 60_000 };

/** Counts all blocks of a comparison in which `response` gives the answers of each side. */
function countsOf(
  response: (side: 'candidate' | 'counterpart') => Partial<Exchange['response']>,
  contract: Contract = { version: 1 },
) {
  const metric = { add: () => undefined };
  const names = ['calls', 'answered', 'p50', 'p90', 'dropped', 'clock_jumps'];
  const metrics = Object.fromEntries(names.map((name) => [`compare_${name}`, metric]));
  const counts = { metrics, seen: {} } as unknown as ComparisonCounts;
  for (let block = 0; block < plan.blocks; block += 1) {
    const exchanges = repeatableEndpoints.flatMap((endpoint) =>
      Array.from({ length: plan.callsPerBlock }, () =>
        exchangeWith({
          endpoint,
          text: endpoint === 'user' ? JSON.stringify({ user: conformantUser }) : '',
          response: response(sideAt(block)),
        }),
      ),
    );
    addBlock(counts, block, { exchanges, dropped: 0, clockJumped: false }, contract);
  }
  return counts;
}

describe('what a virtual user tells k6 of the comparison', () => {
  const slower = countsOf((side) => ({ durationMs: side === 'candidate' ? 12 : 10 }));

  it('nothing, of services that are as fast as each other', () => {
    const equal = countsOf(() => ({ durationMs: 10 }));
    expect(withheldPass(equal, plan, [])).toBeNull();
  });

  it('that the judged one is slower', () => {
    expect(withheldPass(slower, plan, [])).toMatch(/^GET \/api\/v1\/user: Slower by 20/);
  });

  it('that the other one told errors with 200', () => {
    const errors = countsOf((side) => ({
      durationMs: side === 'candidate' ? 6 : 1,
      ...(side === 'candidate' ? {} : { body: '{"error":"unauthorized"}' }),
    }));
    expect(withheldPass(errors, plan, [])).not.toMatch(/Slower|^null$/);
    const schema = { schema: {} };
    const answers = { user: schema, encrypt: schema, sync: schema };
    const declared = countsOf(
      () => ({ durationMs: 10, body: '{"error":"none yet","user":{"id":"usr_1"}}' }),
      {
        version: 1,
        answers,
      },
    );
    expect(withheldPass(declared, plan, [])).toBeNull();
  });

  it.each([
    ['a page', '<html><body>Welcome</body></html>'],
    ['a long page', `<html>${'<p>Welcome</p>'.repeat(100)}</html>`],
    ['the state of another service', '{"status":"UP"}'],
    ['a long state of another service', `{"status":"UP","details":"${'x'.repeat(2000)}"}`],
    ['nothing', ''],
  ])('that the other one answers every call with 200 and %s, however fast or slow', (_, body) => {
    for (const durationMs of [1, 60]) {
      const other = countsOf((side) => (side === 'candidate' ? { durationMs: 9 } : { durationMs, body }));
      const open = judgeComparison(comparisonMeasurement(other.seen, plan, true));
      expect(open.map(({ verdict }) => verdict)).toEqual(Array(3).fill('inconclusive'));
      expect(open[2]?.explanation).toContain('it may be another service');
      expect(withheldPass(other, plan, [])).toContain('it may be another service');
    }
  });

  it('nothing, of long answers that are JSON', () => {
    const body = `{"user":{"id":"usr_1"},"more":"${'x'.repeat(2000)}"}`;
    expect(
      withheldPass(
        countsOf(() => ({ durationMs: 10, body })),
        plan,
        [],
      ),
    ).toBeNull();
  });

  it('nothing of failures that are waived', () => {
    const waived = repeatableEndpoints.map((endpoint) => `compare-latency-${endpoint}`);
    expect(withheldPass(slower, plan, waived)).toBeNull();
    expect(withheldPass(slower, plan, waived.slice(0, 1))).toMatch(/^POST/);
  });

  it('how calls ended, also with a status that k6 has no count for', () => {
    const teapot = countsOf((side) => ({ status: side === 'candidate' ? 200 : 418 }));
    expect(withheldPass(teapot, plan, [])).toContain(
      '240 of 240 calls to the counterpart did not succeed: another status 240 times',
    );
  });
});

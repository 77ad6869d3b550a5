import { describe, expect, it } from 'vitest';
import { sideAt } from '../../checks/comparison/comparison-plan.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { conformantUser, exchangeWith } from '../../checks/exchange-fixture.ts';
import type { Contract } from '../../schemas/contract.ts';
import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { AtOnce } from '../load/k6-metrics.ts';
import { comparisonTally, withheldPass } from './comparison-tally.ts';

const plan = { rate: 150, blockMs: 400, callsPerBlock: 20, blocks: 24, warmUpMs: 0, mostMs: 60_000 };

/** What is judged of all blocks of a comparison in which `response` gives the answers of each side. */
function judgedOf(
  response: (side: 'candidate' | 'counterpart') => Partial<Exchange['response']>,
  contract: Contract = { version: 1 },
) {
  const metric = { add: () => undefined };
  const names = ['calls', 'p50', 'p90', 'dropped', 'clock_jumps'];
  const metrics = Object.fromEntries(names.map((name) => [`compare_${name}`, metric]));
  const tally = comparisonTally(metrics as unknown as AtOnce, plan, contract);
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
    tally.addBlock(block, exchanges, false);
  }
  return tally.judged();
}

describe('what a virtual user tells k6 of the comparison', () => {
  const slower = judgedOf((side) => ({ durationMs: side === 'candidate' ? 12 : 10 }));

  it('nothing, of services that are as fast as each other', () => {
    const equal = judgedOf(() => ({ durationMs: 10 }));
    expect(withheldPass(equal, [])).toBeNull();
  });

  it('that the judged one is slower', () => {
    expect(withheldPass(slower, [])).toMatch(/^GET \/api\/v1\/user: Slower by 20/);
  });

  it('that the other one told errors with 200', () => {
    const errors = judgedOf((side) => ({
      durationMs: side === 'candidate' ? 6 : 1,
      ...(side === 'candidate' ? {} : { body: '{"error":"unauthorized"}' }),
    }));
    expect(withheldPass(errors, [])).not.toMatch(/Slower|^null$/);
    const schema = { schema: {} };
    const answers = { user: schema, encrypt: schema, sync: schema };
    const declared = judgedOf(
      () => ({ durationMs: 10, body: '{"error":"none yet","user":{"id":"usr_1"}}' }),
      {
        version: 1,
        answers,
      },
    );
    expect(withheldPass(declared, [])).toBeNull();
  });

  it.each([
    ['a page', '<html><body>Welcome</body></html>'],
    ['a long page', `<html>${'<p>Welcome</p>'.repeat(100)}</html>`],
    ['the state of another service', '{"status":"UP"}'],
    ['a long state of another service', `{"status":"UP","details":"${'x'.repeat(2000)}"}`],
    ['nothing', ''],
  ])('that the other one answers every call with 200 and %s, however fast or slow', (_, body) => {
    for (const durationMs of [1, 60]) {
      const other = judgedOf((side) => (side === 'candidate' ? { durationMs: 9 } : { durationMs, body }));
      expect(other.map(({ verdict }) => verdict)).toEqual(Array(3).fill('inconclusive'));
      expect(other[2]?.explanation).toContain('it may be another service');
      expect(withheldPass(other, [])).toContain('it may be another service');
    }
  });

  it('nothing, of long answers that are JSON', () => {
    const body = `{"user":{"id":"usr_1"},"more":"${'x'.repeat(2000)}"}`;
    expect(
      withheldPass(
        judgedOf(() => ({ durationMs: 10, body })),
        [],
      ),
    ).toBeNull();
  });

  it('nothing of failures that are waived', () => {
    const waived = repeatableEndpoints.map((endpoint) => `compare-latency-${endpoint}`);
    expect(withheldPass(slower, waived)).toBeNull();
    expect(withheldPass(slower, waived.slice(0, 1))).toMatch(/^POST/);
  });

  it('how calls ended, also with a status that k6 has no count for', () => {
    const teapot = judgedOf((side) => ({ status: side === 'candidate' ? 200 : 418 }));
    expect(withheldPass(teapot, [])).toContain(
      '240 of 240 calls to the counterpart did not succeed: another status 240 times',
    );
  });
});

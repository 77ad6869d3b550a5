import { expect, it } from 'vitest';
import { serviceEndpoints } from '../service/conformant-service.ts';
import type { Variant } from '../service/variants/variant.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

/** Answers so many wrong tokens in a row as they are, and then says 429 until none has come for a while. */
function slowingDown(most: number, restMs: number): Variant {
  let [refused, lastMs] = [0, 0];
  return {
    name: 'refusal-429-of-many',
    kind: 'quirk',
    summary: 'Answers 429 after many calls with a wrong token.',
    calls: 'refused',
    change: () => {
      const nowMs = performance.now();
      refused = nowMs - lastMs > restMs ? 1 : refused + 1;
      lastMs = nowMs;
      return refused > most ? { status: 429, headers: { 'retry-after': '1' } } : {};
    },
  };
}

it('a service that turns away who sends many wrong tokens is asked again more slowly', async () => {
  const run = await judgeVariants([slowingDown(20, 500)], 'smoke');
  expect([judgedAs(run, 'fail'), judgedAs(run, 'inconclusive')]).toEqual([[], []]);
});

/** Refuses some data, but the first time only beside a header that it may refuse. */
function refusingData(): Variant {
  const refused = new Set<string>();
  return {
    name: 'encrypt-refuses-some-data',
    kind: 'fault',
    summary: 'encrypt refuses some data.',
    on: ['encrypt'],
    change: (_, { data, headers }) => {
      if (headers['x-forwarded-for'] !== undefined && data.length % 4 === 3) refused.add(data);
      return refused.has(data) ? { status: 422 } : {};
    },
  };
}

it('data that is refused beside an unusual header is sent again with the usual ones', async () => {
  const run = await judgeVariants([refusingData()], 'smoke');
  expect(judgedAs(run, 'inconclusive')).toEqual(['encrypt-offered']);
});

it('a service that refuses every call is asked little, and stays open', async () => {
  let asked = 0;
  const refusing: Variant = {
    name: 'refuses-everybody',
    kind: 'harness-fault',
    summary: 'Every call is refused, with or without a token.',
    on: serviceEndpoints,
    calls: 'any',
    change: () => {
      asked += 1;
      return { status: 401 };
    },
  };
  const run = await judgeVariants([refusing], 'conformance');
  expect(judgedAs(run, 'fail')).toEqual([]);
  expect(judgedAs(run, 'inconclusive')).toContain('encrypt-offered');
  expect(asked).toBeLessThan(200);
});

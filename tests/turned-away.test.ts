import { expect, it } from 'vitest';
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

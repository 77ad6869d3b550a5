import { expect, it } from 'vitest';
import { judgeVariants } from './variant-run.ts';

it('what a guard does every time is not said to come and go', async () => {
  const variants = ['auth-made-up-admitted-same-length'];
  const { report, output } = await judgeVariants(variants, 'conformance', { SEED: '3' });
  const evidence = report?.findings.flatMap(({ causes }) => causes.flatMap((cause) => cause.evidence)) ?? [];
  const resent = evidence.flatMap((one) => one.resent ?? []);
  expect(resent.length, output).toBeGreaterThan(5);
  expect(resent.filter(({ times, again }) => again < times)).toEqual([]);
});

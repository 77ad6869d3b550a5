import { expect, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import { checksThat } from './k6-run.ts';
import { bundleWithout, standing } from './standing.ts';
import { judgeVariants } from './variant-run.ts';

/** Without the levels that WITHOUT_LEVELS names. */
const withoutLevels = standing('without-levels.ts', /\/(schedule|moments)\.ts$/);

it('without the levels that they need, the faults survive that only these levels meet', async () => {
  const rows = variants.filter(({ needs }) => needs !== undefined);
  const conformance = await bundleWithout('conformance', withoutLevels);
  const needed = rows.map(({ needs }) => needs);
  const run = await judgeVariants(rows, conformance, { WITHOUT_LEVELS: JSON.stringify(needed) });
  expect(run.report, run.output).not.toBeNull();
  expect(checksThat(run.report, 'fail')).toEqual([]);
});

import { beforeAll, describe, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import type { PlainRun } from './k6-run.ts';
import { together } from './service-parts.ts';
import { expectOpen, judgeVariants, leaveOpen } from './variant-run.ts';

const isHanging = ({ name }: Variant) => /hangs/.test(name);
const all = variants.filter(({ kind }) => kind === 'harness-fault');

/** These wait for answers that never come: they are begun first, and looked at last. */
const hanging = all.filter(isHanging);
let underWay: readonly Promise<PlainRun>[] = [];
beforeAll(() => {
  underWay = hanging.map((row) => judgeVariants([row], 'conformance'));
});

/**
 * A few calls show what is always there, but for refusals that are like results, and for what only some data shows.
 * `harness-faults-at-times.test.ts` has what comes and goes, `harness-faults-under-load.test.ts` rows in load and gate, and bench/catalogue runs every row in each scenario.
 */
describe.concurrent('what proves nothing neither passes nor fails a clause', () => {
  const rows = all.filter((row) => !isHanging(row));
  const isBrief = ({ name, trigger }: Variant) =>
    !trigger && !/^refusal-(2|with)|-(latin-1|by-beginning|text-column|emoji-lost)$/.test(name);
  const inSmoke = rows.filter(isBrief);
  const inConformance = rows.filter((row) => !isBrief(row) && !row.trigger);
  it.each(together(inSmoke))('%j in smoke', (_, run) => leaveOpen(run, 'smoke'));
  it.each(together(inConformance))('%j in conformance', (_, run) => leaveOpen(run, 'conformance'));
});

it.each(hanging.map((row, index) => [row.name, row, index] as const))(
  '%s neither passes nor fails a clause',
  async (_, row, index) => expectOpen(await (underWay[index] as Promise<PlainRun>), [row]),
);

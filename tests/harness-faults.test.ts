import { beforeAll, describe, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { isLong, type PlainRun } from './k6-run.ts';
import { partsOf, together } from './service-parts.ts';
import { expectOpen, grouped, inTurns, judgeVariants, leaveOpen, packed } from './variant-run.ts';

const isHanging = ({ name }: Variant) => /hangs/.test(name);
const all = variants.filter(({ kind }) => kind === 'harness-fault');

/** These wait for answers that never come: they are begun first, and looked at last. */
const hanging = all.filter(isHanging);
let underWay: readonly Promise<PlainRun>[] = [];
beforeAll(() => {
  // A few backups and refusals that hang are enough.
  underWay = hanging.map((row) => judgeVariants([row], row.trigger ? 'conformance' : 'smoke'));
});

/** `cut-results.test.ts` and `unclear-probes.test.ts` have answers of these kinds. */
const isUnitTested = ({ name }: Variant) =>
  /^(encrypt-(text-column|emoji-lost|loses-block)|refusal-(200-with-room|with-pieces|with-reversed-body))$/.test(
    name,
  );

/** Forms of one thing, which take turns. */
const turns = [/^redirect-3/, /^refusal-busy-/];
const turnOf = ({ name }: Variant) =>
  (isLong() ? undefined : turns.find((turn) => turn.test(name))?.source) ?? name;

/**
 * A few calls show what is always there, but for refusals that are like results, and for what only some data shows.
 * `harness-faults-at-times.test.ts` has what comes and goes, `harness-faults-under-load.test.ts` rows in load and gate, and bench/catalogue runs every row in each scenario.
 */
describe.concurrent('what proves nothing neither passes nor fails a clause', () => {
  const rows = all.filter((row) => !isHanging(row));
  const isBrief = ({ name, trigger, showsRarely }: Variant) =>
    !trigger && !showsRarely && !/^refusal-(2|with)/.test(name);
  const inSmoke = packed(grouped(rows.filter(isBrief), turnOf), (group) => group.flatMap(partsOf));
  const inConformance = rows.filter(
    (row) => !isBrief(row) && !row.trigger && (isLong() || !isUnitTested(row)),
  );
  it.each(inSmoke.map((groups) => [groups.flat().map(({ name }) => name), groups] as const))(
    '%j in smoke',
    (_, groups) => leaveOpen(groups.flatMap(inTurns), 'smoke'),
  );
  it.each(together(inConformance))('%j in conformance', (_, run) => leaveOpen(run, 'conformance'));
});

it.each(hanging.map((row, index) => [row.name, row, index] as const))(
  '%s neither passes nor fails a clause',
  async (_, row, index) => expectOpen(await (underWay[index] as Promise<PlainRun>), [row]),
);

import { beforeAll, describe, expect, it } from 'vitest';
import { conformanceSchedule } from '../scenarios/conformance/schedule.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { askedWith } from './asked.ts';
import { canary, type PlainRun } from './k6-run.ts';
import { together } from './service-parts.ts';
import { grouped, judgedAs, judgeVariants } from './variant-run.ts';

const isHanging = ({ name }: Variant) => /hangs/.test(name);
const all = variants.filter(({ kind }) => kind === 'harness-fault');

/** These wait for answers that never come: they are begun first, and looked at last. */
const hanging = all.filter(isHanging);
let underWay: readonly Promise<PlainRun>[] = [];
beforeAll(() => {
  underWay = hanging.map((row) => judgeVariants([row], 'conformance'));
});

/**
 * A few calls show what is always there, but for refusals that are like results. Under load the checks rest on what was
 * judged, as they do without it: of the rows that leave the same open, the first is in gate and the next two in load, which
 * makes those few calls too. bench/catalogue runs every row in each scenario.
 */
describe.concurrent('what proves nothing neither passes nor fails a clause', () => {
  const alike = grouped(
    all.filter((row) => !isHanging(row)),
    ({ leavesOpen = [] }) => leavesOpen.join(),
  );
  const inGate = alike.flatMap((rows) => rows.slice(0, 1));
  const others = alike.map((rows) => (rows.length === 1 ? rows : rows.slice(1)));
  const inLoad = others.flatMap((rows) => rows.slice(0, 2));
  const isBrief = ({ name, trigger }: Variant) => !trigger && !/^refusal-2/.test(name);
  const inSmoke = others.flat().filter((row) => isBrief(row) && !inLoad.includes(row));
  const inConformance = others.flat().filter((row) => !isBrief(row));
  it.each(together(inSmoke))('%j in smoke', (_, rows) => leaveOpen(rows, 'smoke'));
  it.each(together(inConformance))('%j in conformance', (_, rows) => leaveOpen(rows, 'conformance'));
  // Where encrypt refuses the token there is no load that could show what the others do.
  const isAlone = ({ name }: Variant) => /^encrypt-(refuses|forbids)-token/.test(name);
  const alone = inLoad.filter(isAlone).flatMap((row) => together([row]));
  it.each([...alone, ...together(inLoad.filter((row) => !isAlone(row)))])('%j in load', (_, rows) =>
    leaveOpen(rows, 'load', { SEED: String(seedOfLoad) }),
  );
  it.each(together(inGate))('%j in gate', (_, rows) => leaveOpen(rows, 'gate'));
});

it.each(hanging.map((row, index) => [row.name, row, index] as const))(
  '%s neither passes nor fails a clause',
  async (_, row, index) => expectOpen(await (underWay[index] as Promise<PlainRun>), [row]),
);

async function leaveOpen(rows: readonly Variant[], scenario: string, env = {}): Promise<void> {
  expectOpen(await judgeVariants(rows, scenario, env), rows);
}

/** The few probes before a load need not come with every class of data: those of this seed have one without any. */
const seedOfLoad = Array.from({ length: 100 }, (_, index) => index + 1).find((seed) =>
  conformanceSchedule(preflightPlan, askedWith(canary, seed)).some(
    ({ request: { authorization, body } }) =>
      authorization.credential === 'absent' && body !== null && JSON.parse(body).data === '',
  ),
);

function expectOpen(run: PlainRun, rows: readonly Variant[]): void {
  const open = rows.flatMap(({ leavesOpen = [] }) => leavesOpen);
  expect(run.report, run.output).not.toBeNull();
  expect(run.report?.verdict).not.toBe('pass');
  expect(run.exitCode).not.toBe(0);
  expect(judgedAs(run, 'fail')).toEqual([]);
  expect(judgedAs(run, 'inconclusive')).toEqual(expect.arrayContaining(open));
}

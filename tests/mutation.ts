import { expect } from 'vitest';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { checksThat } from './k6-run.ts';
import { partsOf } from './service-parts.ts';
import { grouped, inTurns, judgeVariants, packed } from './variant-run.ts';

export function ofKind(kind: Variant['kind']): Variant[] {
  return variants.filter((variant) => variant.kind === kind);
}

const isLatency = ({ caughtBy }: Variant) => caughtBy?.endsWith('-latency') === true;
export const isBudget = ({ caughtBy }: Variant) => caughtBy === 'error-budget';
/** It admits certain headers, or certain requests without one. */
export const isCareless = ({ name }: Variant) =>
  /^auth-((made-up|scheme)-admitted|[a-z-]+-taken)-/.test(name);

const faults = ofKind('fault').filter((row) => !isLatency(row) && !isBudget(row) && !isCareless(row));
/** Few probes of a smoke run have long data. */
const isBrief = ({ name, trigger }: Variant) => !trigger && !/-(with|before)-result$/.test(name);

/** Faults that a few calls show. */
export const alwaysThere = faults.filter(isBrief);
/** Faults that need the many calls of a conformance run: they come and go, or need long data. */
export const comingAndGoing = faults.filter((row) => !isBrief(row));

/** Runs of groups of rows that take turns: those of a group change the same parts. */
export function turnsTogether(groups: readonly Variant[][]) {
  const runs = packed(groups, (rows) => rows.slice(0, 1).flatMap(partsOf));
  return runs.map((run) => [run.flat().map(({ name }) => name), run] as const);
}

const mostTurns = 10;

/**
 * The first row of a check is judged alone. Of the others those of user, which is asked often enough, take turns: every
 * answer is to fail.
 */
export function turnsOf(rows: readonly Variant[]): Variant[][] {
  return grouped(rows, (row) => {
    const place = rows.filter(({ caughtBy }) => caughtBy === row.caughtBy).indexOf(row);
    const isAlone = place === 0 || row.on?.join() !== 'user' || row.alsoCaughtBy !== undefined;
    return isAlone ? row.name : `${row.caughtBy} ${Math.ceil(place / mostTurns)}`;
  });
}

/** Every fault in the service is caught by its own check, and by none besides. */
export async function expectCaught(groups: readonly Variant[][], scenario: string): Promise<void> {
  const run = await judgeVariants(groups.flatMap(inTurns), scenario);
  const checks = groups.flatMap(([row]) => [row?.caughtBy ?? '', ...(row?.alsoCaughtBy ?? [])]);
  expect(checksThat(run.report, 'fail').toSorted()).toEqual(checks.toSorted());
  expect([run.report?.verdict, run.exitCode === 0]).toEqual(['fail', false]);
  for (const rows of groups.filter(({ length }) => length > 1)) {
    const finding = run.report?.findings.find(({ check }) => check === rows[0]?.caughtBy);
    const { samples = 0, failures, causes = [] } = finding ?? {};
    expect(failures, finding?.check).toBe(samples);
    // What is kept as evidence is asked for again, which takes turns.
    const kept = causes.flatMap(({ evidence }) => evidence).length;
    expect(samples - kept, finding?.check).toBeGreaterThanOrEqual(2 * rows.length);
  }
}

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lowerBound } from '../checks/statistics/distributions.ts';
import { scriptFor } from '../cli/contract/scenario-script.ts';
import { buildReport } from '../reports/build/build.ts';
import { readFacts } from '../reports/report.ts';
import { conformanceSchedule, requestsOf } from '../scenarios/conformance/schedule.ts';
import type { PlannedRequest } from '../scenarios/planned-request.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import { variants, variantsNamed } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { askedWith } from './asked.ts';
import { canary, checksThat, type PlainRun } from './k6-run.ts';
import { plannedCall } from './planned-call.ts';
import { partsOf, together } from './service-parts.ts';
import { grouped, inTurns, judgedAs, judgeVariants, packed } from './variant-run.ts';

const ofKind = (kind: Variant['kind']) => variants.filter((variant) => variant.kind === kind);
const isLatency = ({ caughtBy }: Variant) => caughtBy?.endsWith('-latency') === true;
const isBudget = ({ caughtBy }: Variant) => caughtBy === 'error-budget';
/** It admits certain headers, or certain requests without one. */
const isCareless = ({ name }: Variant) => /^auth-((made-up|scheme)-admitted|[a-z-]+-taken)-/.test(name);

/** Runs of groups of rows that take turns: those of a group change the same parts. */
function turnsTogether(groups: readonly Variant[][]) {
  const runs = packed(groups, (rows) => rows.slice(0, 1).flatMap(partsOf));
  return runs.map((run) => [run.flat().map(({ name }) => name), run] as const);
}

const mostTurns = 10;

/**
 * The first row of a check is judged alone. Of the others those of user, which is asked often enough, take turns: every
 * answer is to fail.
 */
function turnsOf(rows: readonly Variant[]): Variant[][] {
  return grouped(rows, (row) => {
    const place = rows.filter(({ caughtBy }) => caughtBy === row.caughtBy).indexOf(row);
    const isAlone = place === 0 || row.on?.join() !== 'user' || row.alsoCaughtBy !== undefined;
    return isAlone ? row.name : `${row.caughtBy} ${Math.ceil(place / mostTurns)}`;
  });
}

/** A few calls show what is always there; what comes and goes needs the many of a conformance run. */
describe.concurrent('every fault is caught by its own check, and by none besides', () => {
  const faults = ofKind('fault').filter(
    (variant) => !isLatency(variant) && !isBudget(variant) && !isCareless(variant),
  );
  const caught = async (groups: readonly Variant[][], scenario: string) => {
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
  };
  // Few probes of a smoke run have long data.
  const isBrief = ({ name, trigger }: Variant) => !trigger && !/-(with|before)-result$/.test(name);
  const always = faults.filter(isBrief);
  const comingAndGoing = faults.filter((row) => !isBrief(row));
  it.each(turnsTogether(turnsOf(always)))('%j in smoke', (_, groups) => caught(groups, 'smoke'));
  // Where the machine is too busy, the time is over before the few answers with the fault.
  it.each(turnsTogether(comingAndGoing.map((row) => [row])))('%j in conformance', { retry: 2 }, (_, groups) =>
    caught(groups, 'conformance'),
  );
});

/**
 * The probes can be worked out beforehand: those that a row admits are among the failures, so it would fail alone too.
 * Again, where the machine was too busy to send them all in the time of the conformance phase.
 */
it('every careless comparison admits a probe, and each that one admits is a failure', {
  retry: 2,
}, async () => {
  const rows = ofKind('fault').filter(isCareless);
  const seed = 20_261_121;
  const [{ conformance: plan }] = profiles as readonly [Profile, ...Profile[]];
  const sent = conformanceSchedule(plan, askedWith(canary, seed)).flatMap(requestsOf);
  const probes = sent.filter(({ body }) => body !== null);
  // The result of encrypting nothing is empty, and not always a sign that the token was taken.
  const hasData = ({ body }: PlannedRequest) => JSON.parse(body ?? '').data !== '';
  const isSure = hasData;
  const admitted = new Map(
    [...variantsNamed(rows.map(({ name }) => name))].map(({ name, on, calls, trigger }) => [
      name,
      probes.filter((probe) => {
        const call = plannedCall(probe, canary);
        const isThere = on === undefined || call.endpoint === 'encrypt';
        return isThere && calls?.includes(call.credential) && trigger?.fires(call, 1);
      }),
    ]),
  );
  for (const [name, own] of admitted) expect(own, name).not.toEqual([]);
  for (const { name, needs } of rows.filter((row) => row.needs !== undefined)) {
    const without = admitted
      .get(name)
      ?.filter(({ point = {} }) => !Object.values(point).includes(needs as string));
    expect(
      without?.map(({ point }) => point),
      `${name} without ${needs}`,
    ).toEqual([]);
  }

  const { report } = await judgeVariants([...admitted.keys()], 'conformance', { SEED: String(seed) });
  const failed = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
  const every = [...new Set([...admitted.values()].flat())];
  const countOf = (own: PlannedRequest[], check: string) =>
    own.filter(({ authorization }) => check === `auth-${authorization.credential}-refused`).length;
  expect(failed.map(({ check }) => check)).toEqual([
    'auth-absent-refused',
    'auth-scheme-refused',
    'auth-made-up-refused',
  ]);
  for (const { check, failures } of failed) {
    expect(failures).toBeGreaterThanOrEqual(countOf(every.filter(isSure), check));
    // Some probes come before the schedule, and after it.
    expect(failures).toBeLessThanOrEqual(countOf(every, check) + 16);
  }
});

describe.concurrent('calls that fail too often', () => {
  const budget = 0.001;
  const declared = join(mkdtempSync(join(tmpdir(), 'budget-')), 'conformance.js');
  beforeAll(async () => {
    writeFileSync(
      declared,
      await scriptFor('conformance', {
        file: 'contract.yaml',
        contract: { version: 1, errorBudget: budget },
        validators: {},
      }),
    );
  });

  const endpointOf = ({ name }: Variant) => name.split('-')[0] ?? '';
  const runs = together(ofKind('fault').filter(isBudget), (row) => [endpointOf(row)]);

  /** The failures of each row alone are too many. Again, where a busy machine looked like a distant service: fewer resets show there. */
  it.each(runs)(
    '%j fail where a budget is declared, and are open where none is',
    { retry: 2 },
    async (names, rows) => {
      const { report, folder } = await judgeVariants(names, declared);
      const [failed, ...others] = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
      expect([failed?.check, others]).toEqual(['error-budget', []]);
      for (const row of rows) {
        const count = failed?.causes.find(({ cause }) => cause === endpointOf(row))?.count ?? 0;
        expect(lowerBound(count, failed?.samples ?? 0, 0.01), row.name).toBeGreaterThan(budget);
      }
      const { plan, ...seen } = readFacts(readFileSync(join(folder, 'facts.json'), 'utf8'));
      const undeclared = { report: buildReport({ ...seen, plan: { ...plan, contract: { version: 1 } } }) };
      expect(checksThat(undeclared.report, 'fail')).toEqual([]);
      const offered = rows.map((row) => `${endpointOf(row)}-offered`);
      const open = judgedAs(undeclared, 'inconclusive');
      expect(open).toEqual(expect.arrayContaining(offered));
      // What fails always leaves other checks of its endpoint without answers.
      if (rows.every(({ trigger }) => trigger)) expect(open.length).toBe(offered.length);
    },
  );
});

describe.concurrent('a contested form is recorded and never decides', () => {
  // Of a form one example is recorded, and the lower-case letters are one form.
  const turning = /^last-sync-(?!lower-case-z)/;
  const groups = grouped(ofKind('contested'), ({ name }) => (turning.test(name) ? 'last-sync' : name));
  it.each(turnsTogether(groups))('%j', async (_, run) => {
    const { report, ...rest } = await judgeVariants(run.flatMap(inTurns), 'smoke');
    expect(checksThat(report, 'fail')).toEqual([]);
    expect(report?.verdict).toBe('pass');
    for (const { recordedAs = '' } of run.flat())
      expect(recordedIn({ report, ...rest }), recordedAs).toContainEqual(expect.stringContaining(recordedAs));
  });
});

function recordedIn({ report }: PlainRun): string[] {
  const forms = report?.findings.flatMap(({ contested }) =>
    contested.map((one) => `${one.form} ${one.example}`),
  );
  const values = report?.observations.flatMap((one) => one.values.map(({ value }) => value));
  return [...(forms ?? []), ...(values ?? [])];
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fewestSuccesses } from '../checks/control-profile.ts';
import { lowerBound } from '../checks/statistics/clopper-pearson.ts';
import { scriptFor } from '../cli/contract/script.ts';
import type { Question } from '../scenarios/ask.ts';
import { conformanceSchedule } from '../scenarios/conformance/schedule.ts';
import { dataChoice } from '../scenarios/payloads.ts';
import { type Profile, preflightPlan, profiles } from '../schemas/profiles.ts';
import type { ServiceCall } from '../service/variants/call.ts';
import { variants, variantsNamed } from '../service/variants/index.ts';
import type { Variant as VariantSummary } from '../service/variants/variant.ts';
import { canary, checksThat, type PlainRun } from './k6-run.ts';
import { judgedAs, judgeVariants, packed } from './variant-run.ts';

const ofKind = (kind: VariantSummary['kind']) => variants.filter((variant) => variant.kind === kind);
const isLatency = ({ caughtBy }: VariantSummary) => caughtBy?.endsWith('-latency') === true;
const isBudget = ({ caughtBy }: VariantSummary) => caughtBy === 'error-budget';
/** It admits certain headers. */
const isCareless = ({ name }: VariantSummary) => /^auth-(made-up|scheme)-admitted-/.test(name);

/** What a row changes, so far as its checks can tell. Rows that share no part can be judged in one service. */
function partsOf({
  name,
  caughtBy,
  alsoCaughtBy = [],
  leavesOpen = [],
  recordedAs,
}: VariantSummary): string[] {
  if (caughtBy !== undefined) return [caughtBy, ...alsoCaughtBy].flatMap(partsOfCheck);
  if (recordedAs !== undefined) return [...partsOfContested(name), recordedAs];
  // What takes the time of others is alone, as is what changes everything.
  return leavesOpen.length === 0 || /hangs/.test(name) ? everyPart : leavesOpen.flatMap(partsOfCheck);
}

const userFields = ['user-id', 'user-status', 'user-key-flag', 'user-last-sync'];
const credentials = ['auth-absent', 'auth-empty', 'auth-scheme', 'auth-made-up'];
const everyPart = [...userFields, 'encrypt', ...credentials, 'sync', 'backup'];

/** A credential is judged by what encrypt answers without it, and by what it answers with the token. */
function partsOfCheck(check: string): string[] {
  const own = [...userFields, ...credentials].find((part) => check.startsWith(`${part}-`));
  if (own !== undefined) return [own];
  const [endpoint = ''] = check.split('-');
  if (endpoint === 'user') return userFields;
  return endpoint === 'encrypt' ? ['encrypt', ...credentials] : [endpoint];
}

function partsOfContested(name: string): string[] {
  if (/^(refusal|bearer)-/.test(name)) return partsOfCheck('encrypt');
  return partsOfCheck(name.replace(/^last-sync/, 'user-last-sync'));
}

/** Each run with the names of its rows and the rows themselves. */
function together(rows: readonly VariantSummary[], partsOfRow = partsOf) {
  return packed(rows, partsOfRow).map((run) => [run.map(({ name }) => name), run] as const);
}

/** A few calls show what is always there; what comes and goes needs the many of a conformance run. */
describe.concurrent('every fault is caught by its own check, and by none besides', () => {
  const faults = ofKind('fault').filter(
    (variant) => !isLatency(variant) && !isBudget(variant) && !isCareless(variant),
  );
  const caught = async (names: readonly string[], rows: readonly VariantSummary[], scenario: string) => {
    const run = await judgeVariants(names, scenario);
    expect(checksThat(run.report, 'fail').toSorted()).toEqual(
      rows.flatMap(({ caughtBy, alsoCaughtBy = [] }) => [caughtBy, ...alsoCaughtBy]).toSorted(),
    );
    expect([run.report?.verdict, run.exitCode === 0]).toEqual(['fail', false]);
  };
  const always = faults.filter(({ trigger }) => !trigger);
  const comingAndGoing = faults.filter(({ trigger }) => trigger);
  it.each(together(always))('%j in smoke', (names, rows) => caught(names, rows, 'smoke'));
  // A first look that a busy machine cuts short takes an answer with it, which may be the only one with the fault.
  it.each(together(comingAndGoing))('%j in conformance', { retry: 2 }, (names, rows) =>
    caught(names, rows, 'conformance'),
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
  // The result of encrypting nothing is empty, and so no sign that the token was taken.
  const probes = conformanceSchedule(plan, canary, dataChoice(seed, { version: 1 }, 262_144)).filter(
    ({ body }) => body !== null && JSON.parse(body).data !== '',
  );
  const isValid = ({ authorization }: Question) => authorization.credential === 'token';
  // What an answer means is open until successes are known; how many there are before these probes is not.
  const eighth = probes.filter(isValid)[fewestSuccesses - 1] as Question;
  const isLate = (probe: Question) => probes.indexOf(probe) > probes.indexOf(eighth);
  const admitted = new Map(
    [...variantsNamed(rows.map(({ name }) => name))].map(({ name, calls, trigger }) => [
      name,
      probes.filter(({ authorization: { credential, header } }) => {
        const call = { headers: { authorization: header ?? '' }, token: canary } as ServiceCall;
        return calls?.includes(credential as 'made-up') && trigger?.fires(call, 1);
      }),
    ]),
  );
  for (const [name, own] of admitted) expect(own, name).not.toEqual([]);

  const { report } = await judgeVariants([...admitted.keys()], 'conformance', { SEED: String(seed) });
  const failed = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
  const every = [...new Set([...admitted.values()].flat())];
  const countOf = (own: Question[], check: string) =>
    own.filter(({ authorization }) => check === `auth-${authorization.credential}-refused`).length;
  expect(failed.map(({ check }) => check)).toEqual(['auth-scheme-refused', 'auth-made-up-refused']);
  for (const { check, failures } of failed) {
    expect(failures).toBeGreaterThanOrEqual(countOf(every.filter(isLate), check));
    expect(failures).toBeLessThanOrEqual(countOf(every, check));
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
      }),
    );
  });

  const endpointOf = ({ name }: VariantSummary) => name.split('-')[0] ?? '';
  const runs = together(ofKind('fault').filter(isBudget), (row) => [endpointOf(row)]);

  /** The failures of each row alone are too many. */
  it.each(runs)('%j fail where a budget is declared', async (names, rows) => {
    const { report } = await judgeVariants(names, declared);
    const [failed, ...others] = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect([failed?.check, others]).toEqual(['error-budget', []]);
    for (const row of rows) {
      const count = failed?.causes.find(({ cause }) => cause === endpointOf(row))?.count ?? 0;
      expect(lowerBound(count, failed?.samples ?? 0, 0.01), row.name).toBeGreaterThan(budget);
    }
  });

  it.each(runs.slice(0, 2))('%j are open where none is', async (names, rows) => {
    const run = await judgeVariants(names, 'conformance');
    expect(checksThat(run.report, 'fail')).toEqual([]);
    expect(judgedAs(run, 'inconclusive').toSorted()).toEqual(
      rows.map((row) => `${endpointOf(row)}-offered`).toSorted(),
    );
  });
});

describe.concurrent('a contested form is recorded and never decides', () => {
  it.each(together(ofKind('contested')))('%j', async (names, rows) => {
    const run = await judgeVariants(names, 'smoke');
    expect(checksThat(run.report, 'fail')).toEqual([]);
    expect(run.report?.verdict).toBe('pass');
    for (const { recordedAs = '' } of rows)
      expect(recordedIn(run), recordedAs).toContainEqual(expect.stringContaining(recordedAs));
  });
});

function recordedIn({ report }: PlainRun): string[] {
  const forms = report?.findings.flatMap(({ contested }) =>
    contested.map((one) => `${one.form} ${one.example}`),
  );
  const values = report?.observations.flatMap((one) => one.values.map(({ value }) => value));
  return [...(forms ?? []), ...(values ?? [])];
}

/** Under load the checks rest on what was judged, as they do without it. bench/catalogue runs every row in each scenario. */
describe.concurrent('what proves nothing neither passes nor fails a clause', () => {
  const rows = ofKind('harness-fault');
  const ofEachClass = (count: number) =>
    rows.filter(({ leavesOpen: open = [], name }) => {
      const alike = rows.filter((row) => row.leavesOpen?.join() === open.join() && !/hangs/.test(row.name));
      return alike.slice(0, count).some((row) => row.name === name);
    });
  it.each(together(rows))('%j in conformance', (names, run) => leaveOpen(names, run, 'conformance'));
  it.each(together(ofEachClass(3)))('%j in load', (names, run) => leaveOpen(names, run, 'load'));
  it.each(together(ofEachClass(1)))('%j in gate', (names, run) => leaveOpen(names, run, 'gate'));
});

/** The few probes before a load need not come with every class of data: those of this seed have one without any. */
const seedOfLoad = Array.from({ length: 100 }, (_, index) => index + 1).find((seed) =>
  conformanceSchedule(preflightPlan, canary, dataChoice(seed, { version: 1 }, 262_144)).some(
    ({ authorization: { credential }, body }) =>
      credential === 'absent' && body !== null && JSON.parse(body).data === '',
  ),
);

async function leaveOpen(
  names: readonly string[],
  rows: readonly VariantSummary[],
  scenario: string,
): Promise<void> {
  const run = await judgeVariants(names, scenario, scenario === 'load' ? { SEED: String(seedOfLoad) } : {});
  const open = rows.flatMap(({ leavesOpen = [] }) => leavesOpen);
  expect(run.report, run.output).not.toBeNull();
  expect(run.report?.verdict).not.toBe('pass');
  expect(run.exitCode).not.toBe(0);
  expect(judgedAs(run, 'fail')).toEqual([]);
  expect(judgedAs(run, 'inconclusive')).toEqual(expect.arrayContaining(open));
}

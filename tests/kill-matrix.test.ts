import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScenario } from '../cli/contract/bundle.ts';
import { type VariantSummary, variants } from '../service/variants/index.ts';
import { checksThat, type PlainRun } from './k6-run.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

const ofKind = (kind: VariantSummary['kind']) => variants.filter((variant) => variant.kind === kind);
const isLatency = ({ caughtBy }: VariantSummary) => caughtBy?.endsWith('-latency') === true;
const isBudget = ({ caughtBy }: VariantSummary) => caughtBy === 'error-budget';

/** A few calls show what is always there; what comes and goes needs the many of a conformance run. */
function scenarioFor({ isIntermittent, kind }: VariantSummary): string {
  return isIntermittent || kind === 'harness-fault' ? 'conformance' : 'smoke';
}

describe.concurrent('every fault is caught by its own check, and by none besides', () => {
  const faults = ofKind('fault').filter((variant) => !isLatency(variant) && !isBudget(variant));
  it.each(faults)('$name', async (variant) => {
    const run = await judgeVariants([variant.name], scenarioFor(variant));
    expect(checksThat(run.report, 'fail').toSorted()).toEqual(
      [variant.caughtBy, ...(variant.alsoCaughtBy ?? [])].toSorted(),
    );
    expect([run.report?.verdict, run.exitCode === 0]).toEqual(['fail', false]);
  });
});

describe.concurrent('calls that fail too often', () => {
  const declared = join(mkdtempSync(join(tmpdir(), 'budget-')), 'conformance.js');
  beforeAll(() =>
    bundleScenario({
      entryFile: 'scenarios/conformance.ts',
      contractModuleText:
        'export const contract = { version: 1, errorBudget: 0.001 }; export const validators = {};',
      outFile: declared,
    }),
  );

  it.each(ofKind('fault').filter(isBudget))('$name fails where a budget is declared', async ({ name }) => {
    const { report } = await judgeVariants([name], declared);
    expect(checksThat(report, 'fail')).toEqual(['error-budget']);
  });

  it.each(ofKind('fault').filter(isBudget).slice(0, 4))('$name is open where none is', async (variant) => {
    const run = await judgeVariants([variant.name], 'conformance');
    expect(checksThat(run.report, 'fail')).toEqual([]);
    expect(judgedAs(run, 'inconclusive')).toEqual([`${variant.name.split('-')[0]}-offered`]);
  });
});

describe.concurrent('a contested form is recorded and never decides', () => {
  it.each(ofKind('contested'))('$name', async ({ name, recordedAs = '' }) => {
    const run = await judgeVariants([name], 'smoke');
    expect(checksThat(run.report, 'fail')).toEqual([]);
    expect(run.report?.verdict).toBe('pass');
    expect(
      recordedIn(run).filter((text) => text.includes(recordedAs)),
      recordedAs,
    ).not.toEqual([]);
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
  it.each(rows)('$name in conformance', async (variant) => leavesOpen(variant, 'conformance'));

  const ofEachClass = (count: number) =>
    rows.filter(({ leavesOpen: open = [], name }) => {
      const alike = rows.filter((row) => row.leavesOpen?.join() === open.join() && !/hangs/.test(row.name));
      return alike.slice(0, count).some((row) => row.name === name);
    });
  it.each(ofEachClass(3))('$name in load', async (variant) => leavesOpen(variant, 'load'));
  it.each(ofEachClass(1))('$name in gate', async (variant) => leavesOpen(variant, 'gate'));
});

async function leavesOpen({ name, leavesOpen: open = [] }: VariantSummary, scenario: string): Promise<void> {
  const run = await judgeVariants([name], scenario);
  expect(run.report?.verdict).not.toBe('pass');
  expect(run.exitCode).not.toBe(0);
  expect(judgedAs(run, 'fail')).toEqual([]);
  expect(judgedAs(run, 'inconclusive')).toEqual(expect.arrayContaining([...open]));
}

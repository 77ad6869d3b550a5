import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleForK6 } from '../bundle.ts';
import { documentChecks } from '../checks/catalogue.ts';
import { scriptText } from '../cli/contract/script.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { checksThat } from './k6-run.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'deletion-'));

/** A scenario that lacks the check which WITHOUT_CHECK names. */
async function bundleWithout(scenario: string): Promise<string> {
  const outFile = join(folder, `${scenario}.js`);
  writeFileSync(outFile, scriptText(await bundleForK6('scenarios/script.ts', [removal]), scenario, null));
  return outFile;
}

/** Puts `broken/without-one.ts` between the harness and its two lists of checks. */
const removal: Plugin = {
  name: 'removal',
  setup({ onResolve }) {
    const stand = join(import.meta.dirname, 'broken', 'without-one.ts');
    onResolve({ filter: /checks\/(catalogue|offered)\.ts$/ }, ({ importer }) =>
      importer === stand ? undefined : { path: stand },
    );
  },
};

const rowsEach = 3;
const alone = variants.filter(({ alsoCaughtBy, trigger }) => !alsoCaughtBy && !trigger);
const rows = documentChecks.flatMap(({ id }) =>
  alone.filter(({ caughtBy }) => caughtBy === id).slice(0, rowsEach),
);
function buildsOn(check: string, other: string): boolean {
  const after = documentChecks.find(({ id }) => id === check)?.after;
  return after !== undefined && (after === other || buildsOn(after, other));
}

const leftOpen = ['user', 'encrypt', 'sync', 'backup'].flatMap((endpoint) =>
  variants.filter(({ leavesOpen = [] }) => leavesOpen.join() === `${endpoint}-offered`).slice(0, 1),
);

describe.concurrent('without its check', () => {
  let smoke = '';
  beforeAll(async () => {
    smoke = await bundleWithout('smoke');
  });

  /** A check that builds on the missing one may notice instead: nothing else may, or the check is not needed. */
  it.each(documentChecks.map(({ id }) => id))('%s: its faults survive', async (id) => {
    const own = rows.filter(({ caughtBy }) => caughtBy === id);
    const runs = await Promise.all(
      own.map(({ name }) => judgeVariants([name], smoke, { WITHOUT_CHECK: id })),
    );
    const failed = runs.map(({ report }) => checksThat(report, 'fail'));
    expect(runs.map(({ report }) => report === null)).toEqual(own.map(() => false));
    expect(own.length).toBeGreaterThan(0);
    expect(failed.flat().filter((check) => !buildsOn(check, id))).toEqual([]);
    expect(failed.filter((checks) => checks.length === 0)).not.toEqual([]);
  });

  it.each(leftOpen)('$name leaves nothing open', async ({ name, leavesOpen = [] }: Variant) => {
    const run = await judgeVariants([name], smoke, { WITHOUT_CHECK: leavesOpen[0] ?? '' });
    expect(run.report, run.output).not.toBeNull();
    expect(judgedAs(run, 'inconclusive').filter((check) => check.endsWith('-offered'))).toEqual([]);
  });

  it('the check is there otherwise', async () => {
    const { report } = await judgeVariants(['user-id-no-prefix'], smoke, { WITHOUT_CHECK: 'user-offered' });
    expect(checksThat(report, 'fail')).toEqual(['user-id-prefix']);
  });
});

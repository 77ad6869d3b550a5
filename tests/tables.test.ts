import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type RowRun, rowsToRun, scenariosRun } from '../bench/catalogue/rows.ts';
import { documentChecks } from '../checks/catalogue.ts';
import { type ClauseId, clause, clauseIds } from '../checks/document.ts';
import { allCheckIds } from '../checks/run-checks.ts';
import { space } from '../scenarios/space/table.ts';
import { variants } from '../service/variants/index.ts';
import { spacePage, untriedBlock } from './space-table.ts';
import { clausesTable, mutationTable } from './tables.ts';

const runs: readonly RowRun[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../bench/catalogue/results.json'), 'utf8'),
).runs;

it('docs/clauses.md is what the registry says', async () => {
  await expect(clausesTable()).toMatchFileSnapshot('../docs/clauses.md');
});

it('docs/mutation-table.md is what the catalogue says', async () => {
  await expect(mutationTable(runs)).toMatchFileSnapshot('../docs/mutation-table.md');
});

it('docs/space.md is what the table of dimensions says', async () => {
  await expect(spacePage()).toMatchFileSnapshot('../docs/space.md');
});

it('docs/explanation.md says what the space lacks', async () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/explanation.md'), 'utf8');
  const marked = /(<!-- untried -->\n).*(<!-- \/untried -->)/s;
  expect(text).toMatch(marked);
  const written = text.replace(marked, (_, begin, end) => `${begin}${untriedBlock()}\n${end}`);
  await expect(written).toMatchFileSnapshot('../docs/explanation.md');
});

it('every level that a fault needs is one', () => {
  const names = Object.values(space).flatMap((levels) => levels.map(({ name }) => name));
  expect(variants.flatMap(({ needs = [] }) => needs).filter((name) => !names.includes(name))).toEqual([]);
});

it('every row of the bench was run in each scenario, and none that proves nothing passed or failed', () => {
  for (const { name, kind } of rowsToRun(variants)) {
    const own = runs.filter((run) => run.name === name);
    expect([name, own.map(({ scenario }) => scenario).toSorted()]).toEqual([
      name,
      [...scenariosRun].toSorted(),
    ]);
    if (kind === 'harness-fault') expect([name, own.flatMap(({ fail }) => fail)]).toEqual([name, []]);
  }
});

it('every judged clause has a check', () => {
  const judgedElsewhere: readonly ClauseId[] = [
    ...(['1.operations', '1.read-user', '1.encrypt', '1.sync', '1.backup'] as const),
    '2.user.returned',
    '4.user',
    '4.encrypt',
    '4.sync',
  ];
  const alsoElsewhere: readonly ClauseId[] = [
    '4.backup',
    '4.encrypt.header',
    '8.response-time',
    '9.prefix',
    '9.all-v1',
  ];
  const unchecked = clauseIds
    .filter((id) => clause(id).standing === 'judged')
    .filter((id) => !documentChecks.some((check) => check.clause === id));
  expect(unchecked).toEqual([...judgedElsewhere, ...alsoElsewhere]);
});

it('every check that a variant names is one', () => {
  const named = variants.flatMap(({ caughtBy = [], alsoCaughtBy = [], leavesOpen = [] }) =>
    [caughtBy, alsoCaughtBy, leavesOpen].flat(),
  );
  expect(named.filter((check) => !allCheckIds.includes(check))).toEqual([]);
});

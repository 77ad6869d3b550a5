import { expect, it } from 'vitest';
import { documentChecks } from '../checks/catalogue.ts';
import { type ClauseId, clause, clauseIds } from '../checks/clauses.ts';
import { variants } from '../service/variants/index.ts';
import { clausesTable, killMatrix } from './tables.ts';

it('docs/clauses.md is what the registry says', async () => {
  await expect(clausesTable()).toMatchFileSnapshot('../docs/clauses.md');
});

it('docs/kill-matrix.md is what the catalogue says', async () => {
  await expect(killMatrix()).toMatchFileSnapshot('../docs/kill-matrix.md');
});

it.each(documentChecks.map(({ id }) => id))('without %s some fault would survive', (id) => {
  const onlyIts = variants.filter(
    ({ caughtBy, alsoCaughtBy = [] }) => caughtBy === id && alsoCaughtBy.length === 0,
  );
  expect(onlyIts.length).toBeGreaterThan(0);
});

it('every judged clause has a check', () => {
  const judgedElsewhere: readonly ClauseId[] = [
    '1.operations',
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

it('every fault breaks the clause of its check', () => {
  const wrong = variants.filter(({ caughtBy, breaks }) => {
    const check = documentChecks.find(({ id }) => id === caughtBy);
    return check !== undefined && check.clause !== breaks;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

import { expect, it } from 'vitest';
import { ledgerLine } from '../../schemas/ledger-fixture.ts';
import { times } from './ledger-fixture.ts';
import { accidentsOf, ledgerRuns } from './ledger-runs.ts';

const hour = (index: number) => new Date(Date.UTC(2026, 2, 1, index)).toISOString();
const down = (index: number) => ledgerLine({ run: `d${index}`, startedAt: hour(index), standing: 'down' });
const counted = (index: number) => ledgerLine({ run: `c${index}`, startedAt: hour(index) });

it('takes a run that was down as one of the usual size in which everything failed', () => {
  const lines = [down(2), counted(1), counted(0)];
  const [first, , last] = ledgerRuns(lines, lines);
  expect(first).toMatchObject({ isDown: false, calls: { n: 20_000, mostBad: 0 }, seconds: { n: 54 } });
  expect(last).toMatchObject({
    isDown: true,
    calls: { n: 20_000, leastBad: 20_000, effect: 20_000 },
    seconds: { n: 54, leastBad: 54 },
    episodes: 1,
  });
});

it('holds nothing against a target that no run has reached', () => {
  expect(ledgerRuns([down(0)], [down(0)])).toEqual([]);
  expect(ledgerRuns([down(0)], [down(0), counted(1)])).toHaveLength(1);
});

it('leaves out what is no evidence', () => {
  const lines = [counted(0), ledgerLine({ run: 'x', standing: 'left-out', reason: 'interrupted' })];
  expect(ledgerRuns(lines, lines)).toHaveLength(1);
});

it('takes a row of runs that were down as one accident, up to a thirtieth of all', () => {
  const history = (runs: number, rows: (index: number) => boolean) =>
    accidentsOf(
      ledgerRuns(
        times(runs, (index) => (rows(index) ? down(index) : counted(index))),
        [counted(0)],
      ),
    ).filter(({ isDown }) => isDown).length;
  expect(history(300, (index) => index >= 100 && index < 108)).toBe(1);
  expect(history(300, (index) => index >= 100 && index < 125)).toBe(3);
  expect(history(300, (index) => index === 10 || index === 12)).toBe(2);
  expect(history(10, (index) => index >= 5)).toBe(5);
});

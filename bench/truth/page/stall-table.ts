import { msText, percent, quantile, table } from '../../markdown-table.ts';
import { conditionOf, conditionsOf } from '../conditions.ts';
import type { JudgedReading, Run } from '../results.ts';
import { type Percentile, rungs } from '../rungs.ts';
import { type Mark, rungNamed, tallyOf } from '../tally.ts';
import { contestantsOf } from './contestants.ts';

export const stallRung = rungs.find(({ group }) => group === 'stall')?.name ?? '';

const head = ['tool', 'machine', 'share read as slow', 'p95', 'p99', 'on p95', 'on p99', 'runs'];

/** What each tool read of the stalls: the medians of its readings. */
export function stallTable(runs: readonly Run[]): string {
  const stalls = runs.filter(({ rung }) => rungNamed(rung)?.group === 'stall');
  const rows = contestantsOf(stalls).flatMap(({ name, runs: own }) =>
    conditionsOf(own).map((condition) => {
      const counted = own.filter((run) => conditionOf(run) === condition);
      return [name, condition, ...figures(counted), String(counted.length)];
    }),
  );
  return table(head, rows);
}

function figures(runs: readonly Run[]): readonly string[] {
  const readings = runs.flatMap((run) => run.readings);
  const median = (pick: (reading: JudgedReading) => number | null) =>
    quantile(
      readings.flatMap((reading) => pick(reading) ?? []),
      0.5,
    );
  const share = median(({ slowShare }) => slowShare);
  return [
    share === null ? '–' : percent(share, 2),
    msText(median(({ p95Ms }) => p95Ms)),
    msText(median(({ p99Ms }) => p99Ms)),
    verdictText(runs, 'p95'),
    verdictText(runs, 'p99'),
  ];
}

const words: readonly (readonly [Mark, string])[] = [
  ['right', 'right'],
  ['wrong', '**wrong**'],
  ['inconclusive', 'inconclusive'],
  ['none', 'no answer'],
];

function verdictText(runs: readonly Run[], percentile: Percentile): string {
  const tally = tallyOf(runs, percentile);
  const said = words.filter(([mark]) => tally[mark] > 0);
  return said.map(([mark, word]) => `${tally[mark]} ${word}`).join(', ');
}

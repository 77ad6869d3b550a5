import { percent, runsText, table } from '../../markdown-table.ts';
import { conditionOf, conditionsOf } from '../conditions.ts';
import type { Run } from '../results.ts';
import type { Percentile } from '../rungs.ts';
import { decidedShare, tallyOf } from '../tally.ts';
import { type Contestant, contestantsOf } from './contestants.ts';

/** A row a tool, a column for each thing the machine did beside it. */
export function tallyTable(runs: readonly Run[], percentile: Percentile): string {
  const conditions = conditionsOf(runs);
  const rows = contestantsOf(runs).map((contestant) => [
    contestant.name,
    ...conditions.map((condition) => tallyCell(contestant, condition, percentile)),
  ]);
  return table(['tool', ...conditions], rows);
}

function tallyCell({ runs }: Contestant, condition: string, percentile: Percentile): string {
  const counted = runs.filter((run) => conditionOf(run) === condition);
  if (counted.length === 0) return '';
  const tally = tallyOf(counted, percentile);
  const wrong = tally.wrong > 0 ? `**${tally.wrong}**` : '0';
  const decided = decidedShare(tally);
  const notes = [
    `${tally.right} / ${wrong} / ${tally.inconclusive}`,
    ...(decided === null ? [] : [`${percent(decided, 0)} decided`]),
    ...(tally['not counted'] > 0 ? [`${tally['not counted']} not counted`] : []),
    ...(tally.none > 0 ? [`${tally.none} no answer`] : []),
  ];
  return `${notes.join(', ')} (${runsText(counted.length)})`;
}

import { clauseIds } from '../../checks/clauses.ts';
import type { ClauseRow, Report } from '../report.ts';
import type { ClauseChanges, ClauseWord } from './model.ts';

/** Clauses whose verdict changed from one run to the next; runs without a verdict are passed over. */
export function clauseChanges(reports: readonly Report[]): ClauseChanges[] {
  const judged = reports.flatMap((report, run) =>
    report.run.completeness === 'complete' ? [{ run, rows: rowsOf(report) }] : [],
  );
  return clauseIds.flatMap((id) => {
    const states = judged.flatMap(({ run, rows }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ run, row, word: words[row.state] }];
    });
    const changes = states.flatMap(({ run, word }, index) => {
      const before = states[index - 1]?.word ?? word;
      return before === word ? [] : [{ from: before, to: word, run }];
    });
    const row = states.at(-1)?.row;
    if (row === undefined || changes.length === 0) return [];
    return [{ id, section: row.section, sentence: row.sentence, changes }];
  });
}

function rowsOf({ clauses }: Report): ReadonlyMap<string, ClauseRow> {
  return new Map(clauses.map((row) => [row.id, row]));
}

const words: Readonly<Record<ClauseRow['state'], ClauseWord>> = {
  kept: 'kept',
  broken: 'broken',
  'declaration-kept': 'kept',
  'declaration-broken': 'broken',
  inconclusive: 'inconclusive',
  'not-judged': 'not judged',
  observed: 'not judged',
  silent: 'not judged',
  context: 'not judged',
  harness: 'not judged',
};

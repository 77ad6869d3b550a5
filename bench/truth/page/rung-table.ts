import { table } from '../../markdown-table.ts';
import { conditionOf, conditionsOf } from '../conditions.ts';
import type { JudgedReading, Run } from '../results.ts';
import { type Percentile, type Rung, rungs } from '../rungs.ts';
import { markOf } from '../tally.ts';
import { contestantsOf } from './contestants.ts';

/** A row for each rung and each thing the machine did, a column a tool. */
export function rungTable(runs: readonly Run[], percentile: Percentile): string {
  const contestants = contestantsOf(runs);
  const rows = rungs.flatMap((rung) => {
    const onRung = (run: Run) => run.rung === rung.name;
    return conditionsOf(runs.filter(onRung)).map((condition) => [
      `${rung.name}${rung.boundary === percentile ? ' (boundary)' : ''}`,
      condition,
      ...contestants.map(({ runs: own }) =>
        rungCell(
          own.filter((run) => onRung(run) && conditionOf(run) === condition),
          rung,
          percentile,
        ),
      ),
    ]);
  });
  return table(['rung', 'machine', ...contestants.map(({ name }) => name)], rows);
}

function rungCell(runs: readonly Run[], rung: Rung, percentile: Percentile): string {
  const texts = runs.flatMap(({ readings, error }) =>
    error === null ? readings.map((reading) => saidText(reading, percentile, rung)) : ['–'],
  );
  const kinds = [...new Set(texts)];
  return kinds.map((kind) => `${texts.filter((text) => text === kind).length} ${kind}`).join(', ');
}

const letterOf = { pass: 'P', fail: 'F', inconclusive: 'I', none: '–' } as const;

function saidText(reading: JudgedReading, percentile: Percentile, rung: Rung): string {
  const letter = letterOf[reading[percentile] ?? 'none'];
  const mark = markOf(reading, percentile, rung);
  if (mark === 'wrong') return `**${letter}**`;
  return mark === 'not counted' ? `${letter} not counted` : letter;
}

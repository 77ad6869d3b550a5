import { msText, quantile, table } from '../../markdown-table.ts';
import { conditionOf, conditionsOf } from '../conditions.ts';
import type { Run } from '../results.ts';
import { rungNamed } from '../tally.ts';

const head = ['machine', 'p50', 'p99', 'p99 of the worst run', 'priority of the server', 'runs'];

/** What the server added to the times it was told, the stalls left out. */
export function precisionTable(runs: readonly Run[]): string {
  const steady = runs.filter(({ rung }) => rungNamed(rung)?.group !== 'stall');
  const rows = conditionsOf(steady).map((condition) => {
    const counted = steady.filter((run) => conditionOf(run) === condition);
    const ms = (pick: (run: Run) => number, share: number) => {
      const us = quantile(counted.map(pick), share);
      return msText(us === null ? null : us / 1000);
    };
    return [
      condition,
      ms((run) => run.overshootUs.p50, 0.5),
      ms((run) => run.overshootUs.p99, 0.5),
      ms((run) => run.overshootUs.p99, 1),
      [...new Set(counted.map(({ serverPriority }) => serverPriority))].join(', '),
      String(counted.length),
    ];
  });
  return table(head, rows);
}

import type { Condition, LatencyResult } from '../report.ts';
import { percentileError } from './histograms.ts';
import { grouped } from './totals.ts';

/** Conditions that want more calls: the merged counts answer them. */
const ofCounts: readonly string[] = ['few-calls', 'undecided-share', 'merged'];

export function mergeConditions(parts: readonly LatencyResult[]): Condition[] {
  const lasting = parts.flatMap(({ conditions }) => conditions.filter(({ id }) => !ofCounts.includes(id)));
  return grouped(lasting, ({ id }) => id).map((same) => {
    const worst =
      effects.flatMap((wanted) => same.find(({ effect }) => effect === wanted) ?? [])[0] ?? same[0];
    return { ...worst, reason: `On ${same.length} of ${parts.length} generators: ${worst.reason}` };
  });
}

const effects = ['void', 'no-pass', 'warning'] as const;

const apart =
  ' Their loads did not end together: figures over time are left out, and calls at the same time count as one.';

export function mergingCondition(generators: number, sameTime: boolean): Condition {
  const percent = percentileError * 100;
  return {
    id: 'merged',
    effect: 'warning',
    reason: `Merged from ${generators} generators. Shares, counts, the mean and the maximum are exact; percentiles are read from merged buckets 10 % wide and lie within ±${percent} % of the truth. Percentiles over time, parts of the time and body sizes are the highest of the generators.${sameTime ? '' : apart}`,
    remedy: '',
  };
}

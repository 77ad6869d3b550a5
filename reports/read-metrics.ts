import { metricsInSlices, metricsRead, metricsReadWhole } from '../checks/load-metrics.ts';

/** What k6 counted, by metric: "calls", or with tags "calls{endpoint:user,result:failed}". Metrics without samples are left out. */
export type Metrics = Readonly<Record<string, Figures>>;

/** A counter has `count`; a trend `count`, `min`, `avg`, `max` and percentiles such as "p(99)"; a gauge `value`. */
export type Figures = Readonly<Record<string, number>>;

export type Tags = Readonly<Record<string, string>>;

/** Names with tag names that a run reports: a count under any other name would always be 0. */
const known: ReadonlySet<string> = new Set([
  ...metricsReadWhole,
  ...[true, false].flatMap((changes) =>
    metricsRead({ checkIds: [], subjects: [], changes, blocks: 1 }).map(({ name, by }) =>
      nameWithTags(name, Object.keys(by)),
    ),
  ),
  ...Object.entries(metricsInSlices).map(([name, tags]) => nameWithTags(name, [...tags, 'slice'])),
]);

function nameWithTags(name: string, tags: readonly string[]): string {
  return tags.length === 0 ? name : `${name} by ${tags.join(', ')}`;
}

/**
 * Sum of a counter, or of its submetric with exactly these tags; 0 when nothing was counted. Throws, as the others do,
 * where no run reports such a metric.
 */
export function countOf(metrics: Metrics, name: string, tags: Tags = {}): number {
  return figureOf(metrics, name, 'count', tags) ?? 0;
}

/** One figure of a metric; null when it has no samples. */
export function figureOf(metrics: Metrics, name: string, figure: string, tags: Tags = {}): number | null {
  return metrics[keyOf(name, tags)]?.[figure] ?? null;
}

export function percentileOf(metrics: Metrics, name: string, wanted: number, tags: Tags = {}): number | null {
  return figureOf(metrics, name, `p(${wanted})`, tags);
}

/** Calls of the measured load that came due: those that were made, and those dropped because too many were in flight. */
export function callsDue(metrics: Metrics): { readonly made: number; readonly dropped: number } {
  return { made: countOf(metrics, 'made_calls'), dropped: countOf(metrics, 'dropped_calls') };
}

export function keyOf(name: string, tags: Tags): string {
  const asked = nameWithTags(name, Object.keys(tags));
  if (!known.has(asked)) throw new Error(`No run reports the metric ${asked}.`);
  const pairs = Object.entries(tags).map(([tag, value]) => `${tag}:${value}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

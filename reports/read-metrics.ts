import {
  loadMetrics,
  type Metric,
  type MetricName,
  type SlicedName,
  type TagsOf,
  wordsOf,
} from '../checks/load-metrics.ts';
import { sumOf } from '../checks/statistics/samples.ts';

/** k6's counts, by metric: "calls", or with tags "calls{endpoint:user,result:failed}". Metrics without samples are omitted. */
export type Metrics = Readonly<Record<string, Figures>>;

/** A counter has `count`; a trend `count`, `min`, `avg`, `max` and percentiles such as "p(99)"; a gauge `value`. */
export type Figures = Readonly<Record<string, number>>;

export type Tags = Readonly<Record<string, string>>;

type AnyTags = Readonly<Record<string, string | undefined>>;

/**
 * Sum of a counter, or of its submetric with exactly these tags; 0: nothing was counted. Like the other readers, it throws if no
 * run reports such a metric.
 */
export function countOf<Name extends MetricName>(metrics: Metrics, name: Name, tags?: TagsOf<Name>): number {
  return figureOf(metrics, name, 'count', tags) ?? 0;
}

/** Sum of a counter over some slices of the load, as counted by the companion. */
export function countInSlices<Name extends SlicedName>(
  metrics: Metrics,
  name: Name,
  slices: readonly number[],
  tags?: TagsOf<Name>,
): number {
  return sumOf(slices, (slice) => metrics[keyIn(name, { ...tags, slice: String(slice) })]?.['count'] ?? 0);
}

/** One figure of a metric; null: no samples. */
export function figureOf<Name extends MetricName>(
  metrics: Metrics,
  name: Name,
  figure: string,
  tags?: TagsOf<Name>,
): number | null {
  return metrics[keyOf(name, tags)]?.[figure] ?? null;
}

export function percentileOf<Name extends MetricName>(
  metrics: Metrics,
  name: Name,
  wanted: number,
  tags?: TagsOf<Name>,
): number | null {
  return figureOf(metrics, name, `p(${wanted})`, tags);
}

/** Calls of the measured load that came due: those made, and those dropped because too many were in flight. */
export function callsDue(metrics: Metrics): { readonly made: number; readonly dropped: number } {
  return { made: countOf(metrics, 'made_calls'), dropped: countOf(metrics, 'dropped_calls') };
}

/** The key under which k6 reports a metric with these tags. */
export function keyOf<Name extends MetricName>(name: Name, tags?: TagsOf<Name>): string {
  return keyIn(name, tags ?? {});
}

function keyIn(name: MetricName, tags: AnyTags): string {
  const given = Object.keys(tags);
  const order = orderOf(name, given);
  if (order === undefined) throw new Error(`No run reports the metric ${name} by ${given.join(', ')}.`);
  return order.length === 0 ? name : `${name}{${order.map((tag) => `${tag}:${tags[tag]}`).join(',')}}`;
}

/** The tags in the order in which k6 was told to report them. */
function orderOf(name: MetricName, given: readonly string[]): readonly string[] | undefined {
  const { by = [], bySteady = [], byChanging = [], inSlices }: Metric = loadMetrics[name];
  const sliced = inSlices === undefined ? [] : [`${inSlices} slice`.trim()];
  return [...by, ...bySteady, ...byChanging, ...sliced]
    .map(wordsOf)
    .find((tags) => tags.length === given.length && given.every((tag) => tags.includes(tag)));
}

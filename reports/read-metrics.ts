import { loadMetrics, type Metric, type MetricName, type TagsOf } from '../checks/load-metrics.ts';
import { sumOf } from '../checks/statistics/samples.ts';

/** k6's counts, by metric: "calls", or with tags "calls{endpoint:user,result:failed}". Metrics without samples are omitted. */
export type Metrics = Readonly<Record<string, Figures>>;

/** A counter has `count`; a trend `count`, `max` and percentiles such as "p(99)"; a gauge `value`. */
export type Figures = Readonly<Record<string, number>>;

export type Tags = Readonly<Record<string, string>>;

/**
 * Sum of a counter, or of its submetric with exactly these tags; 0: nothing was counted. Like the other readers, it throws if no
 * run reports such a metric.
 */
export function countOf<Name extends MetricName>(metrics: Metrics, name: Name, tags?: TagsOf<Name>): number {
  return figureOf(metrics, name, 'count', tags) ?? 0;
}

/** Reads sums of counters over some slices of the load, by their numbers; null: over the whole load. */
export function countIn(metrics: Metrics, slices: readonly number[] | null) {
  return <Name extends MetricName>(name: Name, tags?: TagsOf<Name>): number => {
    const countAt = (slice: number) =>
      countOf(metrics, name, { ...tags, slice: String(slice) } as TagsOf<Name>);
    return slices === null ? countOf(metrics, name, tags) : sumOf(slices, countAt);
  };
}

/** One figure of a metric, such as "max" or "p(99)"; null: no samples. */
export function figureOf<Name extends MetricName>(
  metrics: Metrics,
  name: Name,
  figure: string,
  tags?: TagsOf<Name>,
): number | null {
  return metrics[keyOf(name, tags)]?.[figure] ?? null;
}

/** The key under which k6 reports a metric with these tags, in the order in which it was told to report them. */
export function keyOf<Name extends MetricName>(name: Name, tags?: TagsOf<Name>): string {
  const given: Readonly<Record<string, string | undefined>> = tags ?? {};
  const names = Object.keys(given);
  const { tags: own = [], by = [own], inSlices }: Metric = loadMetrics[name];
  const sliced = inSlices === undefined ? [] : [[...inSlices, 'slice']];
  const order = [...by, ...sliced].find(
    (tags) => tags.length === names.length && names.every((tag) => tags.includes(tag)),
  );
  if (order === undefined) throw new Error(`No run reports the metric ${name} by ${names.join(', ')}.`);
  return order.length === 0 ? name : `${name}{${order.map((tag) => `${tag}:${given[tag]}`).join(',')}}`;
}

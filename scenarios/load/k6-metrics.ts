import { Counter, Gauge, Trend } from 'k6/metrics';
import { type CountedBy, loadMetrics, type Metric, type MetricWith } from '../../checks/load-metrics.ts';
import type { Tags } from '../../reports/read-metrics.ts';
import { tell } from '../companion.ts';

/** What a virtual user counts, by the names of `loadMetrics`. Each counter picks its own tags from those given. */
export type LoadCounters = AtOnce & {
  readonly [Name in MetricWith<'tags'>]: { readonly add: (count: number, given: CountedBy<Name>) => void };
} & {
  readonly [Name in MetricWith<'samples'>]: { readonly add: (values: readonly number[], tags: Tags) => void };
};

/** What k6 gets at once. */
export type AtOnce = {
  readonly [Name in MetricWith<'atOnce'>]: { readonly add: (value: number, tags?: Tags) => void };
};

/** Each passes to k6 what one metric has counted since. */
const handOver: (() => void)[] = [];

/** The sums for the companion, by the names under which k6 would report them. */
const inSlices: (() => [string, number][])[] = [];

/** Sums by the values of tags, joined to a key. Loops by index: in k6's engine they are much faster than functions called for each tag. */
function newSums(tags: readonly string[]) {
  const sums = new Map<string, { readonly own: Tags; count: number }>();
  const add = (count: number, given: Tags) => {
    let key = '';
    for (let at = 0; at < tags.length; at += 1) key += `${given[tags[at] as string]},`;
    const sum = sums.get(key);
    if (sum !== undefined) sum.count += count;
    else {
      const own: Record<string, string> = {};
      for (let at = 0; at < tags.length; at += 1) own[tags[at] as string] = given[tags[at] as string] ?? '';
      sums.set(key, { own, count });
    }
  };
  return { sums, add };
}

/**
 * A k6 counter that is summed in the virtual user until `handOverSums`: a sample costs k6 about as much as reading a short answer.
 * `sliced`: tags by which only the companion counts in each slice of the load. So many sums would take k6 much memory.
 */
function counter(name: string, tags: readonly string[], sliced?: readonly string[]) {
  const metric = new Counter(name);
  const { sums, add } = newSums(tags);
  handOver.push(() => {
    sums.forEach(({ count, own }) => {
      metric.add(count, own);
    });
    sums.clear();
  });
  if (sliced === undefined) return { add };
  const slices = newSums([...sliced, 'slice']);
  inSlices.push(() =>
    [...slices.sums.values()].map(({ own, count }) => {
      const words = Object.entries(own).map(([tag, value]) => `${tag}:${value}`);
      return [`${name}{${words.join()}}`, count];
    }),
  );
  return {
    add: (count: number, given: Tags) => {
      add(count, given);
      slices.add(count, given);
    },
  };
}

/** A k6 trend that gets its samples in `handOverSums` too: a run that is stopped must not have timed a call that it did not count. */
function trend(name: string, samples: Metric['samples']) {
  const metric = new Trend(name, samples === 'ms');
  const added: { readonly values: readonly number[]; readonly tags: Tags }[] = [];
  handOver.push(() => {
    added.forEach(({ values, tags }) => {
      // Loops by index are much faster in k6's engine than those by iterator.
      for (let at = 0; at < values.length; at += 1) metric.add(values[at] as number, tags);
    });
    added.length = 0;
  });
  return { add: (values: readonly number[], tags: Tags) => void added.push({ values, tags }) };
}

/** undefined: k6 has the metric. */
function madeOf(name: string, { tags, samples, atOnce, inSlices: sliced }: Metric) {
  if (atOnce !== undefined) return atOnce === 'ms' ? new Gauge(name, true) : new Counter(name);
  if (samples !== undefined) return trend(name, samples);
  return tags === undefined ? undefined : counter(name, tags, sliced);
}

export const metrics = Object.fromEntries(
  Object.entries<Metric>(loadMetrics).map(([name, metric]) => [name, madeOf(name, metric)]),
) as unknown as LoadCounters;

/** Counts an exception, which prevents a verdict: k6 would exit 0 even if every iteration threw. */
export function countAndThrow(error: unknown): never {
  metrics.exceptions.add(1);
  throw error;
}

/** Passes everything counted since the last call to k6. */
export function handOverSums(): void {
  handOver.forEach((hand) => {
    hand();
  });
}

/** Sends the companion the sums of each slice, after a virtual user's last call. */
export function tellSlices(companion: string | null): void {
  tell(companion, 'slice-counts', JSON.stringify(Object.fromEntries(inSlices.flatMap((sums) => sums()))));
}

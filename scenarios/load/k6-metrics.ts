import { Counter, Gauge, Trend } from 'k6/metrics';
import { loadMetrics, type MetricWith, type Words, wordsOf } from '../../checks/load-metrics.ts';
import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import { tell } from '../companion.ts';

/** Adds to one sum of a metric. `values`: of its tags, in the order in which the metric names them. */
export interface Adder<Tags> {
  readonly add: (
    count: number,
    ...values: { readonly [Tag in keyof Tags]: string } & readonly string[]
  ) => void;
}

type SliceAdder<Name extends MetricWith<'inSlices'>> = Adder<
  readonly ['slice', ...Words<(typeof loadMetrics)[Name]['inSlices']>]
>;

/** In the order in which the metrics were created. */
const handOver: (() => void)[] = [];

/** The sums for the companion, by the names under which k6 would report them. */
const inSlices: (() => [string, number][])[] = [];

/** A k6 counter that is summed in the virtual user until `handOverSums`: a sample costs k6 about as much as reading a short answer. */
function counter<Name extends MetricWith<'tags'>>(
  name: Name,
): Adder<Words<(typeof loadMetrics)[Name]['tags']>> {
  const metric = new Counter(name);
  const tags = wordsOf(loadMetrics[name].tags);
  const sums = new Map<string, number>();
  handOver.push(() => {
    sums.forEach((count, key) => {
      metric.add(count, tagged(tags, key));
    });
    sums.clear();
  });
  return adderTo(sums);
}

/** A counter that only the companion keeps, for each slice of the load: so many sums would take k6 much memory. */
function sliceCounter<Name extends MetricWith<'inSlices'>>(name: Name): SliceAdder<Name> {
  const tags = ['slice', ...wordsOf(loadMetrics[name].inSlices)];
  const sums = new Map<string, number>();
  const named = (key: string) => {
    const { slice, ...others } = tagged(tags, key);
    const pairs = Object.entries({ ...others, slice });
    return `${name}{${pairs.map(([tag, value]) => `${tag}:${value}`).join()}}`;
  };
  inSlices.push(() => [...sums].map(([key, count]) => [named(key), count]));
  return adderTo(sums);
}

/** A counter that k6 keeps in total, and the companion for each slice. */
function slicedCounter<Name extends MetricWith<'inSlices'>>(name: Name): SliceAdder<Name> {
  const whole = counter(name) as unknown as Adder<readonly string[]>;
  const sliced = sliceCounter(name) as unknown as Adder<readonly string[]>;
  const add = (count: number, slice: string, ...values: readonly string[]) => {
    whole.add(count, ...values);
    sliced.add(count, slice, ...values);
  };
  return { add } as unknown as SliceAdder<Name>;
}

/** A k6 trend that gets its samples in `handOverSums` too: a run that is stopped must not have timed a call that it did not count. */
function trend(name: string, isTime = false): Pick<Trend, 'add'> {
  const metric = new Trend(name, isTime);
  const values: number[] = [];
  const tags: Parameters<Trend['add']>[1][] = [];
  handOver.push(() => {
    for (let at = 0; at < values.length; at += 1) metric.add(values[at] as number, tags[at]);
    values.length = 0;
    tags.length = 0;
  });
  return {
    add: (value, own) => {
      values.push(Number(value));
      tags.push(own);
    },
  };
}

function adderTo<Tags>(sums: Map<string, number>): Adder<Tags> {
  return {
    add: (count, ...values) => {
      const key = values.join('\n');
      sums.set(key, (sums.get(key) ?? 0) + count);
    },
  };
}

/** The tags of a sum, whose key is their values, one a line. */
function tagged(tags: readonly string[], key: string): Record<string, string> {
  const values = key.split('\n');
  const given: Record<string, string> = {};
  for (let at = 0; at < tags.length; at += 1) given[tags[at] as string] = values[at] as string;
  return given;
}

/** In the order in which a call is counted, and so handed over. */
export const callMetrics = {
  calls: counter('calls'),
  outcomes: slicedCounter('outcomes'),
  failedCalls: counter('failed_calls'),
  failedOver: slicedCounter('failed_over'),
  /** One metric for each endpoint (`nameInK6`). */
  latency: Object.fromEntries(
    endpointNames.map((endpoint) => [endpoint, trend(`latency_${endpoint}`, true)]),
  ) as Record<Endpoint, Pick<Trend, 'add'>>,
  farOver: counter('far_over'),
  slow: counter('slow'),
  slowOfUser: sliceCounter('slow'),
  slowCases: trend('slow_cases'),
  negativeTimings: counter('negative_timings'),
  latencyBucket: counter('latency_bucket'),
  sizes: counter('sizes'),
  overLimit: slicedCounter('over_limit'),
  lateCalls: counter('late_calls'),
  lateInSlice: sliceCounter('late_calls'),
  shed: counter('shed'),
  setUp: trend('set_up', true),
  handshakes: counter('handshakes'),
  reopened: slicedCounter('reopened'),
  freshCalls: slicedCounter('fresh_calls'),
  bodyBytes: new Trend('body_bytes'),
};

export type CallMetrics = typeof callMetrics;

export const madeCalls = counter('made_calls');
export const droppedCalls = slicedCounter('dropped_calls');
export const unsentCalls = slicedCounter('unsent_calls');
export const controlFarOver = counter('control_far_over');
export const controlError = new Trend('control_error', true);
export const controlService = new Trend('control_service', true);
export const controlLost = slicedCounter('control_lost');
export const controlOver = slicedCounter('control_over');
export const lateness = new Trend('lateness', true);
export const judgementCounters = {
  judged: counter('judged'),
  probesJudged: counter('probes_judged'),
  judgedOtherwise: counter('judged_otherwise'),
};
const exceptions = new Counter('exceptions');

/** Counts an exception, which prevents a verdict: k6 would exit 0 even if every iteration threw. */
export function countAndThrow(error: unknown): never {
  exceptions.add(1);
  throw error;
}

/** A function, because k6 lets metrics be created only in the init stage of virtual users. */
export const comparisonMetrics = () => ({
  compare_calls: new Counter('compare_calls'),
  compare_answered: new Gauge('compare_answered'),
  compare_p50: new Gauge('compare_p50', true),
  compare_p90: new Gauge('compare_p90', true),
  compare_dropped: new Counter('compare_dropped'),
  compare_clock_jumps: new Counter('compare_clock_jumps'),
});

export type ComparisonMetrics = ReturnType<typeof comparisonMetrics>;

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

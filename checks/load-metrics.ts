import { endpointNames, repeatableEndpoints } from '../schemas/endpoints.ts';
import { buckets } from '../schemas/histogram-grid.ts';
import { sliceCount, virtualUsers } from '../schemas/load-plan.ts';
import { sides } from './comparison/comparison-plan.ts';
import { callResults } from './exchange.ts';
import { overGridMs } from './latency/measurement.ts';
import { outcomeTags, unlikePass } from './tally.ts';

/** Why a call does not prove a fast answer. */
const slowReasons = ['duration', 'late', 'repeated', 'set-up'] as const;
export type SlowReason = (typeof slowReasons)[number];

/** How a call on a fresh connection ended; `error`: it failed, but an answer arrived on the connection. */
export const freshResults = [...callResults, 'error'] as const;

/**
 * A metric of k6. `tags`: of a counter, by which a virtual user sums it. `samples`: of a trend. `atOnce`: of a count or a time that k6
 * gets with each value. `by`: tags by which it is read, [] for the total; absent: all of its tags. `inSlices`: tags by which the
 * companion counts it in each slice. `values`: tag values that differ from those of other metrics.
 */
export interface Metric {
  readonly tags?: readonly string[];
  readonly samples?: 'ms' | 'number';
  readonly atOnce?: 'count' | 'ms';
  readonly by?: readonly (readonly string[])[];
  readonly inSlices?: readonly string[];
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

const over = overGridMs.map(String);
const slice = numbers(sliceCount);

/**
 * Every metric that a run writes or reads. k6 reports only submetrics named before the run, and reading any other throws. Virtual
 * users hand over what they counted in this order, so that a subset follows the whole: a run may be stopped at any time.
 */
export const loadMetrics = {
  /** Valid calls. */
  calls: { tags: ['endpoint', 'result'] },
  /** Valid calls that did not succeed. */
  outcomes: { tags: ['endpoint', 'outcome'], inSlices: ['endpoint', 'outcome'] },
  /** Valid calls that failed. */
  failed_calls: { tags: ['endpoint', 'slice'] },
  /** Failed calls answered after at least the limit plus `over` ms, as in `over_limit`. */
  failed_over: { tags: ['endpoint', 'over'], inSlices: ['endpoint', 'over'] },
  /** Milliseconds of successful valid calls. */
  latency: {
    samples: 'ms',
    by: [
      ['endpoint', 'phase'],
      ['endpoint', 'slice'],
    ],
  },
  /** Calls that failed, or exceeded the limit by more than any error of a usable generator. */
  far_over: { tags: ['endpoint', 'slice'] },
  /**
   * Calls without a fast answer, by reason: the limit was reached by their duration, by their lateness, by attempts that k6 does
   * not report, or by their duration plus the set-up of a connection that the service had closed. `user`: of their duration alone.
   */
  slow: {
    tags: ['endpoint', 'slice', 'why', 'user'],
    by: [
      ['endpoint', 'slice', 'why'],
      ['endpoint', 'user'],
    ],
    inSlices: ['endpoint', 'user'],
  },
  /** Calls with negative timings: the clock was set while they were in flight. */
  negative_timings: { tags: [] },
  /** Successful valid calls by `bucket` of their duration: a histogram that can be merged. */
  latency_bucket: { tags: ['endpoint', 'bucket'] },
  /** Calls that took at least the limit plus `over` ms, each counted at the highest step it reached. */
  over_limit: { tags: ['endpoint', 'over'], inSlices: ['endpoint', 'over'] },
  /** Late calls by the highest step over the limit that they reached, "none" or "failed". */
  late_calls: {
    tags: ['endpoint', 'slice', 'over'],
    by: [['endpoint', 'over'], ['slice']],
    inSlices: ['endpoint'],
    values: { over: [...over, 'none', 'failed'] },
  },
  /** Calls that were answered without a success, and not with a failure of the service. */
  shed: { tags: ['endpoint', 'slice'] },
  /** TCP handshakes of calls, by `bucket` of their time. */
  handshakes: { tags: ['bucket'] },
  /** Calls that opened a connection because the service had closed one. */
  reopened: { tags: ['endpoint'], inSlices: ['endpoint'] },
  /** Calls that opened a connection because the harness had closed one; "error": the call failed with an answer. */
  fresh_calls: {
    tags: ['endpoint', 'result'],
    inSlices: ['endpoint', 'result'],
    values: { result: freshResults },
  },
  /** Body size in bytes of some successful answers. */
  body_bytes: { samples: 'number', by: [['endpoint']] },
  /** Due calls of the measured time that were made and ended. */
  made_calls: { tags: [] },
  /** Milliseconds from when a call was due until it was made, for some calls. */
  lateness: { samples: 'ms' },
  /** Due calls of the measured time that were not made because too many were in flight or they could not be sent. */
  dropped_calls: { tags: ['slice'], by: [[], ['slice']] },
  /** Dropped calls for which this machine had no socket, or could not resolve the name. */
  unsent_calls: { tags: [], inSlices: [] },
  judged: { tags: ['subject'] },
  judged_otherwise: { tags: ['check', 'outcome'], values: { outcome: unlikePass } },
  /** Answers to encrypt calls with a wrong credential that could be judged. */
  probes_judged: { tags: [] },
  /** True service time of the control endpoint, milliseconds. */
  control_service: { samples: 'ms' },
  /** Control calls without an answer or without a true time. */
  control_lost: { tags: [], inSlices: [] },
  /** Control calls by the highest step that their error reached, or "none". */
  control_over: { tags: ['over'], inSlices: ['over'] },
  exceptions: { atOnce: 'count' },
  iterations: {},
  compare_calls: {
    atOnce: 'count',
    by: [['endpoint', 'side', 'outcome']],
    values: { endpoint: repeatableEndpoints, outcome: ['succeeded', ...outcomeTags] },
  },
  /** Milliseconds of the successful calls of one block. */
  compare_p50: { atOnce: 'ms', by: [['endpoint', 'block']], values: { endpoint: repeatableEndpoints } },
  compare_p90: { atOnce: 'ms', by: [['endpoint', 'block']], values: { endpoint: repeatableEndpoints } },
  /** Calls of a comparison that were due but not made because too many were in flight. */
  compare_dropped: { atOnce: 'count' },
  /** How often the clock was set or the machine was suspended. */
  compare_clock_jumps: { atOnce: 'count' },
} as const satisfies Readonly<Record<string, Metric>>;

type LoadMetrics = typeof loadMetrics;
export type MetricName = keyof LoadMetrics;

export type MetricWith<Field extends keyof Metric> = {
  [Name in MetricName]: LoadMetrics[Name] extends Required<Pick<Metric, Field>> ? Name : never;
}[MetricName];

type InSlices<Of> = Of extends { inSlices: readonly (infer Tag extends string)[] } ? Tag | 'slice' : never;
type Own<Of> = Of extends { tags: readonly (infer Tag extends string)[] } ? Tag : never;
type Read<Of> = Of extends { by: readonly (readonly (infer Tag extends string)[])[] } ? Tag : Own<Of>;

/** The tags of what is counted. */
export type CountedBy<Name extends MetricName> = Readonly<
  Record<Own<LoadMetrics[Name]> | InSlices<LoadMetrics[Name]>, string>
>;

/** The tags by which a metric is read. An unknown tag does not compile; an unreported combination throws. */
export type TagsOf<Name extends MetricName> = Readonly<
  Partial<Record<Read<LoadMetrics[Name]> | InSlices<LoadMetrics[Name]>, string>>
>;

/** The submetrics that a run reads, as facts name them: `calls{endpoint:user,result:failed}`. */
export function keysRead(run: {
  readonly checkIds: readonly string[];
  readonly subjects: readonly string[];
  /** Number of blocks in a comparison of two services; 0: no comparison. */
  readonly blocks: number;
}): string[] {
  const { checkIds, subjects, blocks } = run;
  const values: Readonly<Record<string, readonly string[]>> = {
    endpoint: endpointNames,
    slice,
    over,
    phase: ['measure'],
    check: checkIds,
    subject: subjects,
    result: callResults,
    outcome: outcomeTags,
    bucket: buckets.map(String),
    why: slowReasons,
    user: numbers(virtualUsers),
    side: sides,
    block: numbers(blocks),
  };
  return Object.entries<Metric>(loadMetrics).flatMap(([name, metric]) => {
    if (blocks === 0 && name.startsWith('compare_')) return [];
    const { tags: own = [], by = [own] } = metric;
    const ofMetric = { ...values, ...metric.values };
    return by.filter((tags) => tags.length > 0).flatMap((tags) => keysOf(name, tags, ofMetric));
  });
}

function keysOf(
  name: string,
  tags: readonly string[],
  values: Readonly<Record<string, readonly string[]>>,
): string[] {
  const combinations = tags.reduce<readonly string[][]>(
    (sofar, tag) =>
      sofar.flatMap((pairs) => (values[tag] ?? []).map((value) => [...pairs, `${tag}:${value}`])),
    [[]],
  );
  return combinations.map((pairs) => `${name}{${pairs.join()}}`);
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

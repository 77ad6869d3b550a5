import { endpointNames, repeatableEndpoints } from '../schemas/endpoints.ts';
import { buckets, timeParts } from '../schemas/histogram-grid.ts';
import { sliceCount, virtualUsers, warmUpSliceCount } from '../schemas/load-plan.ts';
import { sides } from './comparison/comparison-plan.ts';
import { callResults } from './exchange.ts';
import { callFeatures } from './latency/call-features.ts';
import { overGridMs } from './latency/measurement.ts';
import { outcomeTags, unlikePass } from './tally.ts';

/** Why a call does not prove a fast answer. */
const slowReasons = ['duration', 'late', 'repeated', 'set-up'] as const;
export type SlowReason = (typeof slowReasons)[number];

/** How a call on a fresh connection ended; `error`: it failed, and the connection brought an answer that says so. */
export const freshResults = [...callResults, 'error'] as const;

/** A metric, and the tag values by which it is read: k6 reports only what is named before the run. */
export interface ReadMetric {
  readonly name: string;
  readonly by: Readonly<Record<string, readonly string[]>>;
}

/** What differs from run to run. */
export interface MetricScope {
  readonly checkIds: readonly string[];
  readonly subjects: readonly string[];
  /** The rate of the load changes. */
  readonly changes: boolean;
  /** Blocks of calls that compare two services; 0: no comparison. */
  readonly blocks: number;
}

/** Every metric that a run reads by tags. Reading any other throws (`reports/read-metrics.ts`). */
export function metricsRead({ checkIds, subjects, changes, blocks }: MetricScope): ReadMetric[] {
  const endpoint = endpointNames;
  const over = overGridMs.map(String);
  const slice = numbers(sliceCount);
  const ofLoad: readonly ReadMetric[] = [
    { name: 'judged', by: { subject: subjects } },
    { name: 'judged_otherwise', by: { check: checkIds, outcome: unlikePass } },
    { name: 'calls', by: { endpoint, result: callResults } },
    { name: 'outcomes', by: { endpoint, outcome: outcomeTags } },
    { name: 'latency', by: { endpoint, phase: ['measure'] } },
    {
      name: 'latency',
      by: { endpoint, slice: [...numbers(warmUpSliceCount).map((one) => `w${one}`), ...slice] },
    },
    { name: 'latency_bucket', by: { endpoint, bucket: buckets.map(String) } },
    { name: 'over_limit', by: { endpoint, over } },
    { name: 'slow', by: { endpoint, why: slowReasons } },
    { name: 'slow', by: { endpoint, slice, why: slowReasons } },
    { name: 'slow', by: { endpoint, user: numbers(virtualUsers) } },
    ...Object.entries(callFeatures).map(([feature, values]) => ({
      name: 'slow_cases',
      by: { endpoint, [feature]: values },
    })),
    { name: 'failed_calls', by: { endpoint } },
    { name: 'failed_calls', by: { endpoint, slice } },
    { name: 'failed_over', by: { endpoint, over } },
    { name: 'late_calls', by: { endpoint, over: [...over, 'none', 'failed'] } },
    { name: 'body_bytes', by: { endpoint } },
    { name: 'sizes', by: { endpoint, size: callFeatures.size } },
    { name: 'set_up', by: { endpoint } },
    { name: 'set_up', by: { endpoint, address: callFeatures.address } },
    { name: 'reopened', by: { endpoint } },
    { name: 'fresh_calls', by: { endpoint, result: freshResults } },
    { name: 'handshakes', by: { bucket: buckets.map(String) } },
    { name: 'control_over', by: { over } },
    ...timeParts.map((part) => ({ name: `http_req_${part}`, by: { endpoint, phase: ['measure'] } })),
  ];
  const ofSteadyLoad = [{ name: 'late_calls', by: { slice } }];
  const ofChangingLoad = [
    { name: 'made_calls', by: { slice } },
    { name: 'control_error', by: { slice } },
    { name: 'control_far_over', by: { slice } },
    { name: 'far_over', by: { endpoint, slice } },
    { name: 'shed', by: { endpoint, slice } },
  ];
  const compared = { endpoint: repeatableEndpoints };
  const ofComparison = [
    ...['answered', 'p50', 'p90'].map((figure) => ({
      name: `compare_${figure}`,
      by: { ...compared, block: numbers(blocks) },
    })),
    { name: 'compare_calls', by: { ...compared, side: sides } },
    { name: 'compare_calls', by: { ...compared, side: sides, outcome: ['succeeded', ...outcomeTags] } },
  ];
  return [...ofLoad, ...(changes ? ofChangingLoad : ofSteadyLoad), ...(blocks > 0 ? ofComparison : [])];
}

/** What the companion counts in each slice, by name and tags; k6 has the same of the whole load. */
export const metricsInSlices = {
  outcomes: ['endpoint', 'outcome'],
  over_limit: ['endpoint', 'over'],
  failed_over: ['endpoint', 'over'],
  late_calls: ['endpoint'],
  slow: ['endpoint', 'user'],
  reopened: ['endpoint'],
  fresh_calls: ['endpoint', 'result'],
  control_over: ['over'],
  control_lost: [],
  dropped_calls: [],
  unsent_calls: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type InSlices = typeof metricsInSlices;

/** Metrics that are read as a whole. */
export const metricsReadWhole: readonly string[] = [
  'exceptions',
  'probes_judged',
  'iterations',
  'made_calls',
  'dropped_calls',
  'unsent_calls',
  'negative_timings',
  'lateness',
  'http_req_sending',
  'control_error',
  'control_lost',
  'control_service',
  'compare_dropped',
  'compare_clock_jumps',
];

/** The keys under which k6 reports a metric: `calls{endpoint:user,result:failed}` … */
export function keysOf({ name, by }: ReadMetric): string[] {
  const combinations = Object.entries(by).reduce<readonly string[]>(
    (sofar, [tag, values]) =>
      sofar.flatMap((pairs) => values.map((value) => `${pairs}${pairs === '' ? '' : ','}${tag}:${value}`)),
    [''],
  );
  return combinations.map((pairs) => `${name}{${pairs}}`);
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

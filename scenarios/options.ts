import type { Options, Scenario, Threshold } from 'k6/options';
import { callResults } from '../checks/exchange.ts';
import { outcomeTags } from '../checks/outcome-tags.ts';
import { unlikePass } from '../checks/tally.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { buckets, percentilesKept, timeParts } from '../schemas/histogram-grid.ts';
import { levelRate, type ResolvedLoad, sliceCount, warmUpSliceCount } from '../schemas/load-plan.ts';
import { levelsOf } from '../schemas/load-shape.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';
import { slowReasons } from './load/count-call.ts';

/** For a last answer, and for the judging of what came. */
const setupSlackMs = 12_000;

/** No phase before the load waits longer than its time; k6 ends what a service should drag out all the same. */
export function setupTimeoutMs({ budgetMs }: ConformancePlan, load: ResolvedLoad | null): number {
  const beforeLoadMs =
    load === null ? 0 : load.calibrateMs + load.settleMs + load.settleAtMostMs + setupSlackMs;
  return budgetMs + beforeLoadMs + setupSlackMs;
}

export interface Submetrics {
  readonly checkIds: readonly string[];
  readonly subjects: readonly string[];
  readonly overs: readonly number[];
}

/** `deciding` are the thresholds that k6 is to hold; all others are there to make k6 report a submetric. */
export function optionsFor(
  load: ResolvedLoad | null,
  submetrics: Submetrics,
  deciding: Record<string, Threshold[]>,
): Options {
  return {
    scenarios:
      load === null
        ? { once: { executor: 'shared-iterations', vus: 1, iterations: 1 } }
        : loadScenarios(load),
    thresholds: load === null ? deciding : { ...reported(submetrics, load.shape !== 'steady'), ...deciding },
    summaryTrendStats: [
      'count',
      'min',
      'avg',
      'max',
      ...percentilesKept.map((percentile) => `p(${percentile})`),
    ],
    systemTags: ['name', 'scenario', 'status', 'error_code'],
    handleSummaryTimeout: '60s',
    batch: 64,
    batchPerHost: 64,
    noCookiesReset: false,
    maxRedirects: 0,
    userAgent: 'encryption-backup-harness',
  } as Options;
}

function loadScenarios(load: ResolvedLoad): Record<string, Scenario> {
  const pool = { preAllocatedVUs: load.virtualUsers, timeUnit: '1s', gracefulStop: '12s' } as const;
  const warmUp: Scenario = {
    executor: 'constant-arrival-rate',
    rate: load.rate,
    duration: `${load.warmUpMs}ms`,
    exec: 'warmUp',
    ...pool,
    gracefulStop: '0s',
  };
  const startTime = `${load.warmUpMs}ms`;
  if (load.shape === 'steady') {
    const duration = `${load.measureMs}ms`;
    return {
      warmUp,
      measure: { executor: 'constant-arrival-rate', rate: load.rate, duration, startTime, ...pool },
    };
  }
  const levels = levelsOf[load.shape];
  const holdMs = Math.round(load.measureMs / levels.length);
  const rates = levels.map((multiple) => levelRate(load, multiple));
  const stages = rates.flatMap((target) => [
    { target, duration: '0s' },
    { target, duration: `${holdMs}ms` },
  ]);
  const [startRate = load.rate] = rates;
  return { warmUp, measure: { executor: 'ramping-arrival-rate', startRate, stages, startTime, ...pool } };
}

/** An empty list makes a submetric without judging it: k6 reports only submetrics that some threshold names. */
function reported({ checkIds, subjects, overs }: Submetrics, changes: boolean): Record<string, string[]> {
  const slices = [...numbers(warmUpSliceCount).map((index) => `w${index}`), ...numbers(sliceCount)];
  const keys = [
    ...subjects.map((subject) => `judged{subject:${subject}}`),
    ...checkIds.flatMap((check) =>
      unlikePass.map((outcome) => `judged_otherwise{check:${check},outcome:${outcome}}`),
    ),
    ...endpointNames.flatMap((endpoint) => [
      ...callResults.map((result) => `calls{endpoint:${endpoint},result:${result}}`),
      ...outcomeTags.map((outcome) => `outcomes{endpoint:${endpoint},outcome:${outcome}}`),
      ...buckets.map((bucket) => `latency_bucket{endpoint:${endpoint},bucket:${bucket}}`),
      ...overs.map((over) => `over_limit{endpoint:${endpoint},over:${over}}`),
      ...slices.map((slice) => `latency{endpoint:${endpoint},slice:${slice}}`),
      ...numbers(sliceCount).flatMap((slice) => [
        ...slowReasons.map((why) => `slow{endpoint:${endpoint},slice:${slice},why:${why}}`),
        `failed_calls{endpoint:${endpoint},slice:${slice}}`,
      ]),
      ...timeParts.map((part) => `http_req_${part}{endpoint:${endpoint},phase:measure}`),
      `latency{endpoint:${endpoint},phase:measure}`,
      `body_bytes{endpoint:${endpoint}}`,
      ...slowReasons.map((why) => `slow{endpoint:${endpoint},why:${why}}`),
      `failed_calls{endpoint:${endpoint}}`,
      ...[...overs, 'none', 'failed'].map((over) => `late_calls{endpoint:${endpoint},over:${over}}`),
      `set_up{endpoint:${endpoint}}`,
      `reopened{endpoint:${endpoint}}`,
      ...callResults.map((result) => `fresh_calls{endpoint:${endpoint},result:${result}}`),
    ]),
    ...numbers(sliceCount).flatMap((slice) => (changes ? changingIn(slice) : [`late_calls{slice:${slice}}`])),
    ...overs.map((over) => `control_over{over:${over}}`),
    'dropped_iterations{scenario:measure}',
    'iterations{scenario:measure}',
  ];
  return Object.fromEntries(keys.map((key) => [key, []]));
}

/** Of one slice of a load whose rate changes. */
function changingIn(slice: string): string[] {
  return [
    `made_calls{slice:${slice}}`,
    `control_error{slice:${slice}}`,
    `control_far_over{slice:${slice}}`,
    ...endpointNames.flatMap((endpoint) =>
      ['far_over', 'shed'].map((name) => `${name}{endpoint:${endpoint},slice:${slice}}`),
    ),
  ];
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

import type { Options, Scenario, Threshold } from 'k6/options';
import { keysOf, type MetricScope, metricsRead } from '../checks/load-metrics.ts';
import { percentilesKept } from '../schemas/histogram-grid.ts';
import { levelRate, type ResolvedLoad } from '../schemas/load-plan.ts';
import { levelsOf } from '../schemas/load-shape.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';

/** For a last answer, and for the judging of what came. */
const setupSlackMs = 12_000;

/** No phase before the load waits longer than its time; k6 ends what a service should drag out all the same. */
export function setupTimeoutMs({ budgetMs }: ConformancePlan, load: ResolvedLoad | null): number {
  const beforeLoadMs =
    load === null ? 0 : load.calibrateMs + load.settleMs + load.settleAtMostMs + setupSlackMs;
  return budgetMs + beforeLoadMs + setupSlackMs;
}

/** `deciding` are the thresholds that k6 is to hold; all others are there to make k6 report a submetric. */
export function optionsFor(
  load: ResolvedLoad | null,
  scope: MetricScope,
  deciding: Record<string, Threshold[]>,
): Options {
  return {
    scenarios:
      load === null
        ? { once: { executor: 'shared-iterations', vus: 1, iterations: 1 } }
        : loadScenarios(load),
    thresholds: load === null ? deciding : { ...reported(scope), ...deciding },
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
    tags: { phase: 'warm-up' },
    ...pool,
    gracefulStop: '0s',
  };
  const startTime = `${load.warmUpMs}ms`;
  const tags = { phase: 'measure' };
  if (load.shape === 'steady') {
    const duration = `${load.measureMs}ms`;
    return {
      warmUp,
      measure: { executor: 'constant-arrival-rate', rate: load.rate, duration, startTime, tags, ...pool },
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
  return {
    warmUp,
    measure: { executor: 'ramping-arrival-rate', startRate, stages, startTime, tags, ...pool },
  };
}

/** An empty list makes a submetric without judging it: k6 reports only submetrics that some threshold names. */
function reported(scope: MetricScope): Record<string, string[]> {
  return Object.fromEntries(
    metricsRead(scope)
      .flatMap(keysOf)
      .map((key) => [key, []]),
  );
}

import type { Options, Scenario } from 'k6/options';
import type { ComparisonPlan } from '../checks/comparison/comparison-plan.ts';
import { keysRead } from '../checks/load-metrics.ts';
import { percentilesKept } from '../schemas/histogram-grid.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import { beforeLoadMs } from './before-load.ts';
import type { RunContext } from './context.ts';
import { clientOptions } from './settings.ts';
import { decidingThresholds } from './thresholds.ts';

const once = { executor: 'per-vu-iterations', vus: 1, iterations: 1, gracefulStop: '0s' } as const;

/** Time for the last calls to time out, be judged and be counted. */
const lastAnswersMs = 12_000;

/** Time to read the longest answer that fits into the memory of a run. */
const lastReadingMs = 50_000;

/** k6 enforces only a few of the thresholds: the others make it report a submetric. */
export function runOptions(context: RunContext): Options {
  const { load, comparison } = context;
  const deciding = decidingThresholds(context);
  const percentiles = percentilesKept.map((percentile) => `p(${percentile})`);
  return {
    scenarios:
      load === null
        ? { once }
        : { load: loadScenario(load), ...(comparison === null ? {} : { compare: turns(load, comparison) }) },
    thresholds: load === null ? deciding : { ...reported(context, load), ...deciding },
    // Phases before the load keep to their time, except while an answer is being read. If one overruns, k6 ends it.
    setupTimeout: `${beforeLoadMs(context) + lastAnswersMs + lastReadingMs}ms`,
    summaryTrendStats: ['count', 'min', 'avg', 'max', ...percentiles],
    systemTags: ['name', 'scenario', 'status', 'error_code'],
    handleSummaryTimeout: '60s',
    batch: 64,
    batchPerHost: 64,
    noCookiesReset: false,
    ...clientOptions(),
  } as Options;
}

/** Virtual users time their own calls, whether or not earlier ones have been answered. */
function loadScenario({ warmUpMs, measureMs, virtualUsers }: ResolvedLoad): Scenario {
  const maxDuration = `${Math.ceil(warmUpMs + measureMs + lastAnswersMs)}ms`;
  return { ...once, vus: virtualUsers, maxDuration };
}

/** Lets the last calls of the load end before the comparison begins. */
const pauseMs = 1000;

function turns({ warmUpMs, measureMs }: ResolvedLoad, { mostMs }: ComparisonPlan): Scenario {
  return {
    ...once,
    exec: 'compare',
    startTime: `${warmUpMs + measureMs + pauseMs}ms`,
    maxDuration: `${Math.ceil(mostMs / 1000) + 30}s`,
  };
}

/** Empty threshold lists: k6 reports a submetric only if it has thresholds. */
function reported({ checks, comparison }: RunContext, { shape }: ResolvedLoad): Record<string, string[]> {
  const scope = {
    checkIds: checks.map(({ id }) => id),
    subjects: [...new Set(checks.map(({ subject }) => subject))],
    changes: shape !== 'steady',
    blocks: comparison?.blocks ?? 0,
  };
  return Object.fromEntries(keysRead(scope).map((key) => [key, []]));
}

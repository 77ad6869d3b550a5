import type { Options, Scenario } from 'k6/options';
import { keysRead } from '../checks/load-metrics.ts';
import { percentilesKept } from '../schemas/histogram-grid.ts';
import { beforeLoadMs } from './before-load.ts';
import type { RunContext } from './context.ts';
import { clientOptions } from './settings.ts';
import { decidingThresholds } from './thresholds.ts';

const once = { executor: 'per-vu-iterations', vus: 1, iterations: 1, gracefulStop: '0s' } as const;

/** Time for the last calls to time out, be judged and be counted. */
const lastAnswersMs = 12_000;

/** Time to read the longest answer that fits into the memory of a run. */
const lastReadingMs = 50_000;

/** Lets the last calls of the load end before the comparison begins. */
const pauseMs = 1000;

/** k6 enforces only a few of the thresholds: the others make it report a submetric. */
export function runOptions(context: RunContext): Options {
  const percentiles = percentilesKept.map((percentile) => `p(${percentile})`);
  return {
    scenarios: scenariosOf(context),
    thresholds: { ...reported(context), ...decidingThresholds(context) },
    // Phases before the load keep to their time, except while an answer is being read. If one overruns, k6 ends it.
    setupTimeout: `${beforeLoadMs(context) + lastAnswersMs + lastReadingMs}ms`,
    summaryTrendStats: ['count', 'max', ...percentiles],
    systemTags: ['name', 'scenario', 'status', 'error_code'],
    handleSummaryTimeout: '60s',
    batch: 64,
    batchPerHost: 64,
    noCookiesReset: false,
    ...clientOptions(),
  } as Options;
}

function scenariosOf({ load, comparison }: RunContext): Record<string, Scenario> {
  if (load === null) return { once };
  const loadMs = load.warmUpMs + load.measureMs;
  // Virtual users time their own calls, whether or not earlier ones have been answered.
  const own = { ...once, vus: load.virtualUsers, maxDuration: `${Math.ceil(loadMs + lastAnswersMs)}ms` };
  if (comparison === null) return { load: own };
  const times = {
    startTime: `${loadMs + pauseMs}ms`,
    maxDuration: `${Math.ceil(comparison.mostMs / 1000) + 30}s`,
  };
  return { load: own, compare: { ...once, exec: 'compare', ...times } };
}

/** Empty threshold lists: k6 reports a submetric only if it has thresholds. */
function reported({ checks, comparison, load }: RunContext): Record<string, string[]> {
  if (load === null) return {};
  const scope = {
    checkIds: checks.map(({ id }) => id),
    subjects: [...new Set(checks.map(({ subject }) => subject))],
    blocks: comparison?.blocks ?? 0,
  };
  return Object.fromEntries(keysRead(scope).map((key) => [key, []]));
}

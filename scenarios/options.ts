import type { Options, Scenario } from 'k6/options';
import type { ComparisonPlan } from '../checks/comparison/plan.ts';
import { keysOf, metricsRead } from '../checks/load-metrics.ts';
import { given } from '../schemas/given.ts';
import { percentilesKept } from '../schemas/histogram-grid.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import type { RunContext } from './run-context.ts';
import { decidingThresholds } from './thresholds.ts';

/** For a last answer, and for the judging of what came. */
const setupSlackMs = 12_000;

/** No phase before the load waits longer than its time; k6 ends what a service should drag out all the same. */
function setupTimeoutMs({ plan, load }: RunContext): number {
  const beforeLoadMs =
    load === null ? 0 : load.calibrateMs + load.settleMs + load.settleAtMostMs + setupSlackMs;
  return plan.budgetMs + beforeLoadMs + setupSlackMs;
}

/** Few of its thresholds are for k6 to hold: the others are there to make it report a submetric. */
export function runOptions(context: RunContext): Options {
  const { load, comparison } = context;
  const deciding = decidingThresholds(context);
  return {
    scenarios:
      load === null
        ? { once: { executor: 'shared-iterations', vus: 1, iterations: 1 } }
        : { load: loadScenario(load), ...(comparison === null ? {} : { compare: turns(load, comparison) }) },
    thresholds: load === null ? deciding : { ...reported(context, load), ...deciding },
    setupTimeout: `${setupTimeoutMs(context)}ms`,
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
    ...clientCertificate(),
  } as Options;
}

/** The files are named by CLIENT_CERT and CLIENT_KEY. */
function clientCertificate(): Pick<Options, 'tlsAuth'> {
  const [cert, key] = [given(__ENV['CLIENT_CERT']), given(__ENV['CLIENT_KEY'])];
  return cert === null || key === null ? {} : { tlsAuth: [{ cert: open(cert), key: open(key) }] };
}

/** Until the last call has timed out, and what came of it is counted. */
const lastAnswersMs = 12_000;

/** Virtual users that make the calls of the load by a clock of their own, whether or not earlier ones were answered. */
function loadScenario({ warmUpMs, measureMs, virtualUsers }: ResolvedLoad): Scenario {
  return {
    executor: 'per-vu-iterations',
    vus: virtualUsers,
    iterations: 1,
    maxDuration: `${Math.ceil(warmUpMs + measureMs + lastAnswersMs)}ms`,
    gracefulStop: '0s',
  };
}

/** Time for the last calls of the measured load to end: nothing of it may run beside the comparison. */
const pauseMs = 1000;

function turns({ warmUpMs, measureMs }: ResolvedLoad, { mostMs }: ComparisonPlan): Scenario {
  return {
    executor: 'per-vu-iterations',
    exec: 'compare',
    vus: 1,
    iterations: 1,
    startTime: `${warmUpMs + measureMs + pauseMs}ms`,
    maxDuration: `${Math.ceil(mostMs / 1000) + 30}s`,
    gracefulStop: '0s',
  };
}

/** An empty list makes a submetric without judging it: k6 reports only submetrics that some threshold names. */
function reported({ checks, comparison }: RunContext, { shape }: ResolvedLoad): Record<string, string[]> {
  const scope = {
    checkIds: checks.map(({ id }) => id),
    subjects: [...new Set(checks.map(({ subject }) => subject))],
    changes: shape !== 'steady',
    blocks: comparison?.blocks ?? 0,
  };
  const keys = metricsRead(scope).flatMap(keysOf);
  return Object.fromEntries(keys.map((key) => [key, []]));
}

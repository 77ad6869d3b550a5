import type { Options, Scenario } from 'k6/options';
import type { ComparisonPlan } from '../checks/comparison/measurement.ts';
import { keysOf, metricsRead } from '../checks/load-metrics.ts';
import { percentilesKept } from '../schemas/histogram-grid.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import { given } from '../schemas/run-settings.ts';
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

/** Options of k6 as plain data; of those that k6 goes by every one is there, null where it is not set. */
export type ResolvedOptions = Readonly<Record<string, unknown>>;

/** Options on which no verdict rests: how to reach the service, which part of the load to make, how to name it. */
const harmless: ReadonlySet<string> = new Set([
  'consoleOutput',
  'executionSegment',
  'executionSegmentSequence',
  'insecureSkipTLSVerify',
  'paused',
  'summaryTimeUnit',
  'tags',
  'tlsAuth',
]);

/** Every option that a flag, a variable or a configuration file of k6 has changed, with what to do about it. */
export function changedOptions(exported: ResolvedOptions, resolved: ResolvedOptions): string[] {
  return Object.keys(resolved)
    .filter((name) => !harmless.has(name) && !isSame(exported[name], resolved[name]))
    .map((name) => `The k6 option ${name} is set from outside${flagsFor[name] ?? ''}: ${changes}`);
}

const changes =
  'it changes what this run can prove. Remove the flag, the K6_ variable or the setting in the configuration file.';

/** Where the name does not lead to the flag. */
const flagsFor: Readonly<Record<string, string>> = {
  scenarios: ' (--vus, --iterations, --duration or --stage)',
};

function isSame(own: unknown, resolved: unknown): boolean {
  return JSON.stringify(canonical(own)) === JSON.stringify(canonical(resolved));
}

/** One form for all that is alike; undefined: not set. Lists of names have no order: k6 returns some of them in its own. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return inMs(value);
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return items.every((item) => typeof item === 'string') ? items.toSorted() : items;
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const members = Object.entries(value).map(([key, member]) => [key, canonical(member)] as const);
  const set = members.filter(([, member]) => member !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** k6 writes `25000ms` as `25s`, and `15m` as `15m0s`; a text that is no duration stays as it is. */
function inMs(text: string): string {
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return text;
  return `${parts.reduce((sum, [, number, unit]) => sum + Number(number) * (unitMs[unit ?? ''] ?? 0), 0)}ms`;
}

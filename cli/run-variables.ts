import { quote } from '../reports/curl.ts';
import type { WantedRun } from './make-run.ts';
import type { ScenarioOptions } from './run-scenario.ts';
import type { Target } from './target.ts';

/** By which the scenario learns what to do. What is null or undefined is left to the operator's environment. */
export function variablesFor(
  { scenario, options, counterpart, transport, plan, startedAt, runId, loadsMost, triesMost }: WantedRun,
  { baseUrl, token }: Pick<Target, 'baseUrl' | 'token'>,
  loadsMade: number,
): Record<string, string> {
  const variables = {
    ...transport.variables,
    K6_OUT: options.k6Out?.join(','),
    BASE_URL: baseUrl,
    ACCESS_TOKEN: token,
    COMPARE_URL: counterpart?.baseUrl,
    HARNESS_RUN_ID: runId,
    HARNESS_LOADS_MOST: loadsMost,
    HARNESS_LOADS_MADE: loadsMade,
    HARNESS_TRIES: triesMost === 1 ? undefined : triesMost,
    HARNESS_STARTED_AT: startedAt.getTime(),
    HARNESS_COMMAND: commandText(scenario.name, options),
    PROFILE: options.profile,
    RATE: plan.cappedRate ?? options.rate,
    HARNESS_RATE_CAPPED: plan.cappedRate === null ? null : 'true',
    DURATION: options.duration,
    SEED: (Number(options.seed) + loadsMade - 1) % 2 ** 32,
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}

/** The command that runs this again; what may hold a secret stays in the environment. */
function commandText(scenario: string, options: ScenarioOptions): string {
  const { embedded, profile, rate, duration, seed, contract, cert, key, cacert } = options;
  const { atMost, retryInconclusive, insecure, yes, advisory } = options;
  const again = { 'at-most': atMost, 'retry-inconclusive': retryInconclusive };
  const files = { contract, cert, key, cacert };
  const flags = { embedded, profile, rate, duration, seed, ...again, ...files, insecure, yes, advisory };
  const set = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name} ${inShell(value)}`];
  });
  return ['npx encryption-backup-harness', scenario, ...set].join(' ');
}

function inShell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}

import { quote } from '../reports/curl.ts';
import type { StartedRun } from '../reports/started-run.ts';
import type { Stage, WantedRun } from './make-run.ts';
import type { ScenarioOptions } from './run-scenario.ts';

/** `made`: the number of the load, from 1. */
export function startedRun(
  { scenario, options, target, plan, startedAt, runId, loadsMost, triesMost }: WantedRun,
  { k6 }: Pick<Stage, 'k6'>,
  companion: string,
  made: number,
): StartedRun {
  return {
    id: runId,
    startedAtMs: startedAt.getTime(),
    command: commandText(scenario.name, options),
    loads: { most: loadsMost, made, ...(triesMost === 1 ? {} : { tries: triesMost }) },
    isRateCapped: plan.cappedRate !== null,
    embedded: target === null,
    companion,
    k6Version: k6.version,
  };
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

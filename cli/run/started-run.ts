import { inShell } from '../../reports/evidence.ts';
import type { StartedRun } from '../../reports/report.ts';
import { harnessCommand } from '../package-root.ts';
import type { WantedRun } from './wanted-run.ts';

/** A wanted run with its own identity. */
export interface Run extends WantedRun, Pick<StartedRun['told'], 'waited'> {
  readonly id: string;
  readonly startedAt: Date;
  readonly folder: string;
}

/** What the k6 script is told about the run. `made`: the number of the load, from 1; each load uses other data. */
export function startedRun(
  { scenario, options, seed, target, plan, further, id, startedAt, loadsMost, waited }: Run,
  k6Version: string,
  companion: string,
  made: number,
): StartedRun {
  return {
    id,
    startedAtMs: startedAt.getTime(),
    command: commandText(scenario.name, { ...options, seed: String(seed) }),
    harness: harnessCommand(),
    loads: { most: loadsMost, made },
    settled: { ...(made === 1 ? plan : further), seed: (seed + made - 1) % 2 ** 32 },
    told: {
      ...(waited === undefined ? {} : { waited }),
      ...(options.advisory === true ? { advisory: true } : {}),
    },
    embedded: target === null,
    companion,
    k6Version,
  };
}

/** The command that repeats this run. Anything that may hold a secret stays in the environment. */
function commandText(scenario: string, options: WantedRun['options']): string {
  const { embedded, profile, rate, duration, seed, contract, cert, key, cacert } = options;
  const { within, insecure, nice, yes, advisory } = options;
  const files = { contract, cert, key, cacert };
  const flags = {
    embedded,
    profile,
    rate,
    duration,
    seed,
    within,
    ...files,
    insecure,
    nice,
    'no-nice': nice === false,
    yes,
    advisory,
  };
  const set = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name} ${inShell(value)}`];
  });
  return [harnessCommand(), scenario, ...set].join(' ');
}

/** The variables that an operator of plain k6 would set. Those without a value are left to the operator's environment. */
export function variablesFor(
  { options, counterpart, transport }: Run,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string | null },
): Record<string, string> {
  const variables = {
    ...transport.variables,
    K6_OUT: options.k6Out?.join(','),
    BASE_URL: baseUrl,
    ACCESS_TOKEN: token,
    COMPARE_URL: counterpart?.baseUrl,
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}

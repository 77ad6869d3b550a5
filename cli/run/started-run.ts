import { inShell } from '../../reports/evidence.ts';
import type { StartedRun } from '../../reports/report.ts';
import { harnessCommand } from '../package-root.ts';
import type { Target } from '../target.ts';
import type { ScenarioOptions, WantedRun } from './wanted-run.ts';

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
    told: { ...(waited && { waited }), ...(options.advisory === true && { advisory: true }) },
    embedded: target === null,
    companion,
    k6Version,
  };
}

/** The command that repeats this run. Anything that may hold a secret stays in the environment. */
function commandText(scenario: string, options: ScenarioOptions): string {
  const { embedded, insecure, nice, yes, advisory } = options;
  const values = valued.map((name) => options[name] !== undefined && `--${name} ${inShell(options[name])}`);
  const flags = { insecure, nice, 'no-nice': nice === false, yes, advisory };
  const set = Object.entries(flags).map(([name, isSet]) => isSet && `--${name}`);
  const words = [harnessCommand(), scenario, embedded && '--embedded', ...values, ...set];
  return words.filter(Boolean).join(' ');
}

const valued = [
  'profile',
  'rate',
  'duration',
  'seed',
  'within',
  'contract',
  'cert',
  'key',
  'cacert',
] as const;

/** The variables that an operator of plain k6 would set. What is not given is left to the operator's environment. */
export function variablesFor(
  { options: { k6Out }, counterpart, transport }: Run,
  { baseUrl, token }: Pick<Target, 'baseUrl' | 'token'>,
) {
  return {
    ...transport.variables,
    BASE_URL: baseUrl,
    ...(k6Out && { K6_OUT: k6Out.join(',') }),
    ...(token !== null && { ACCESS_TOKEN: token }),
    ...(counterpart && { COMPARE_URL: counterpart.baseUrl }),
  };
}

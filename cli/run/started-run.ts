import { inShell } from '../../reports/evidence.ts';
import type { StartedRun } from '../../reports/report.ts';
import type { Caller } from '../caller.ts';
import type { K6 } from '../k6/obtain-k6.ts';
import { harnessCommand } from '../package-root.ts';
import type { toldToK6 } from '../transport.ts';
import type { Interruption } from './interruption.ts';
import { mayRaise } from './priority.ts';
import { type ScenarioOptions, type WantedRun, wantsPriority } from './wanted-run.ts';

/** A wanted run that has begun, with what its loads share. */
export interface Run extends WantedRun, Pick<StartedRun['told'], 'waited'> {
  readonly id: string;
  readonly startedAt: Date;
  readonly folder: string;
  readonly interruption: Interruption;
  readonly caller: Caller;
  readonly k6: K6;
  /** `pid`: of the embedded reference service. */
  readonly judged: { readonly baseUrl: string; readonly token: string | null; readonly pid?: number | null };
  readonly scratch: string;
  readonly variables: Awaited<ReturnType<typeof toldToK6>>;
}

/** What the k6 script is told about the run. `made`: the number of the load, from 1; each load uses other data. */
export function startedRun(run: Run, companion: string, made: number): StartedRun {
  const { scenario, options, seed, target, plan, id, startedAt, loadsMost, waited, k6 } = run;
  return {
    id,
    startedAtMs: startedAt.getTime(),
    command: commandText(scenario.name, { ...options, seed: String(seed) }),
    loads: { most: loadsMost, made },
    settled: { ...plan, seed: (seed + made - 1) % 2 ** 32 },
    told: {
      harness: harnessCommand(),
      ...(waited && { waited }),
      ...(options.advisory === true && { advisory: true }),
      ...(wantsPriority(run) && mayRaise() && { nice: true }),
    },
    embedded: target === null,
    companion,
    k6Version: k6.version,
  };
}

/** The command that repeats this run. Anything that may hold a secret stays in the environment. */
function commandText(scenario: string, options: ScenarioOptions): string {
  const { profile, rate, duration, seed, within, contract, cert, key, cacert } = options;
  const values = { profile, rate, duration, seed, within, contract, cert, key, cacert };
  const { embedded, insecure, nice, yes, advisory } = options;
  const flags = { insecure, nice, 'no-nice': nice === false, yes, advisory };
  const words = [
    ...[harnessCommand(), scenario, embedded && '--embedded'],
    ...Object.entries(values).map(([name, value]) => value !== undefined && `--${name} ${inShell(value)}`),
    ...Object.entries(flags).map(([name, isSet]) => isSet && `--${name}`),
  ];
  return words.filter(Boolean).join(' ');
}

/** Variables that override the operator's: those that an operator of plain k6 would set, if given. */
export function variablesFor(run: Run, out: string) {
  const { options, counterpart, judged, variables } = run;
  return {
    ...variables,
    BASE_URL: judged.baseUrl,
    ...(options.k6Out && { K6_OUT: options.k6Out.join(',') }),
    ...(judged.token !== null && { ACCESS_TOKEN: judged.token }),
    ...(counterpart && { COMPARE_URL: counterpart.baseUrl }),
    OUT: out,
  };
}

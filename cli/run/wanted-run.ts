import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { prospects } from '../../checks/latency/prospects.ts';
import { duration } from '../../checks/wording.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { withoutBackups } from '../../schemas/load-plan.ts';
import {
  durationOrNoneSetting,
  durationSetting,
  given,
  rateSetting,
  seedSetting,
} from '../../schemas/run-settings.ts';
import { type Scenario, scenarioNamed } from '../../schemas/scenarios.ts';
import { loadContract } from '../contract/read-contract.ts';
import { UsageError } from '../exit-status.ts';
import { readComparedTarget, readTarget } from '../target.ts';
import { readTransport, type TransportOptions } from '../transport.ts';
import { loadsWithin, longestMs, plannedLoad, readSetting } from './planned-load.ts';

type TextOption =
  | ('baseUrl' | 'compare' | 'contract' | 'out' | 'pushGateway')
  | ('profile' | 'rate' | 'duration' | 'seed' | 'within');

/** The options of `cli/commands/scenario-commands.ts` as given. */
export type ScenarioOptions = TransportOptions & { readonly k6Out?: readonly string[] } & {
  readonly [Name in TextOption]?: string;
} & { readonly [Name in 'embedded' | 'advisory' | 'nice' | 'yes']?: boolean };

/** What to run, decided before anything is started. */
export type WantedRun = Awaited<ReturnType<typeof readWantedRun>>;

/** Throws UsageError before anything is sent. */
export async function readWantedRun(scenario: Scenario, chosen: ScenarioOptions, env: NodeJS.ProcessEnv) {
  const options: ScenarioOptions = { ...settingsIn(env), ...chosen };
  checkOutputs(options, env);
  const { seed, withinMs: wantedMs, ...load } = numbersIn(options);
  const target = readTarget(options, env);
  const counterpart = scenario.compares === true ? readComparedTarget(options.compare, target, env) : null;
  const isCompared = counterpart !== null;
  if (isCompared && wantedMs !== null)
    throw new UsageError('--within: the error rates of a comparison allow for one load only.');
  const transport = await readTransport(options, target === null ? {} : env);
  const contract = await loadContract(options.contract, env);
  const wanted = { profile: options.profile, ...load };
  const machine = { cores: availableParallelism(), isCompared };
  const plan = plannedLoad(scenario, wanted, contract.contract, machine);
  const further = plannedLoad(scenarioNamed('load'), wanted, withoutBackups(contract.contract), machine);
  const goesOn = scenario.compares === true && !isCompared;
  const withinMs = goesOn ? (wantedMs ?? (load.durationMs === null ? defaultWithinMs : 0)) : 0;
  if (wantedMs !== null && wantedMs > 0 && wantedMs < longestMs(plan))
    throw new UsageError(
      `--within ${options.within}: one load, with what precedes it, may take ${duration(longestMs(plan))}. Allow as much, choose a smaller --profile, or give 0 for one load whatever it takes.`,
    );
  const loadsMost = loadsWithin(withinMs, further);
  // Further loads are pointless if even all of them together could not pass.
  const inAll = { most: loadsMost, made: loadsMost };
  const mayPass =
    plan.load === null || prospects(plan.load, contract.contract, inAll, loadsMost).unmet === null;
  return {
    scenario,
    /** Options of the command line, or the equivalent variables. */
    options,
    seed: seed ?? randomInt(2 ** 32),
    /** null: the embedded reference service. */
    target,
    counterpart,
    transport,
    contract,
    plan,
    /** The run ends within this time if it makes more than one pass through the plan. */
    withinMs,
    /** The most times that the load may be made. */
    loadsMost: mayPass || wantedMs !== null ? loadsMost : 1,
    /** The plan of a further load and what precedes it. It creates no more backups. */
    further,
  };
}

const defaultWithinMs = 360_000;

/** The variables that plain k6 reads too. */
function settingsIn({ PROFILE, RATE, DURATION, SEED }: NodeJS.ProcessEnv): ScenarioOptions {
  const settings = { profile: PROFILE, rate: RATE, duration: DURATION, seed: SEED };
  return Object.fromEntries(Object.entries(settings).filter(([, text]) => given(text) !== null));
}

function checkOutputs({ k6Out }: ScenarioOptions, env: NodeJS.ProcessEnv): void {
  if (/(^|,)cloud\b/.test(k6Out?.join(',') ?? env['K6_OUT'] ?? ''))
    throw new UsageError(
      '--k6-out cloud and K6_OUT=cloud: Grafana Cloud k6 is not supported. See docs/monitoring.md.',
    );
}

/** null: not given. */
function numbersIn({ rate, duration, seed, within }: ScenarioOptions) {
  return {
    withinMs: readSetting('--within', within, durationOrNoneSetting),
    seed: readSetting('--seed or SEED', seed, seedSetting),
    rate: readSetting('--rate or RATE', rate, rateSetting),
    durationMs: readSetting('--duration or DURATION', duration, durationSetting),
  };
}

/** Whether the load generator takes priority over other programs. Not on the service's own machine, where it would delay the service. */
export function wantsPriority({ target, options }: Pick<WantedRun, 'target' | 'options'>): boolean {
  return options.nice ?? (target !== null && !isLoopback(target.baseUrl));
}

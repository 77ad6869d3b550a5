import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { mostLoads } from '../../checks/latency/expectation.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { durationSetting, given, rateSetting, seedSetting, wholeNumber } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import { type LoadedContract, loadContract } from '../contract/read-contract.ts';
import { UsageError } from '../exit-status.ts';
import { type ComparedTarget, readComparedTarget, readTarget, type Target } from '../target.ts';
import { readTransport, type TransportOptions, type TransportSettings } from '../transport.ts';
import { loadsCanDecide, type PlannedLoad, plannedLoad, readSetting } from './planned-load.ts';

type TextOption =
  | ('baseUrl' | 'compare' | 'contract' | 'out' | 'pushGateway')
  | ('profile' | 'rate' | 'duration' | 'seed')
  | ('atMost' | 'retryInconclusive' | 'retryPause');

/** What `cli/commands/scenario-commands.ts` offers, as it was given. */
export type ScenarioOptions = TransportOptions & { readonly k6Out?: readonly string[] } & {
  readonly [Name in TextOption]?: string;
} & { readonly [Name in 'embedded' | 'advisory' | 'nice' | 'yes']?: boolean };

/** What is to be run, settled before anything is started. */
export interface WantedRun {
  readonly scenario: Scenario;
  /** Those of the command line, or else the variables that mean the same. */
  readonly options: ScenarioOptions;
  readonly seed: number;
  /** null: the embedded reference service. */
  readonly target: Target | null;
  readonly counterpart: ComparedTarget | null;
  readonly transport: TransportSettings;
  readonly contract: LoadedContract;
  readonly plan: PlannedLoad;
  /** How often the load may be made. */
  readonly loadsMost: number;
  /** How often the whole run may be made while it is inconclusive. */
  readonly triesMost: number;
  /** Before each repeat. */
  readonly pauseMs: number;
}

/** Throws UsageError before anything is sent. */
export async function readWantedRun(
  scenario: Scenario,
  chosen: ScenarioOptions,
  env: NodeJS.ProcessEnv,
): Promise<WantedRun> {
  const options = { ...settingsIn(env), ...chosen };
  checkOutputs(options, env);
  const { seed, loads, retries, pauseMs, ...load } = numbersIn(options);
  const target = readTarget(options, env);
  const counterpart = scenario.compares === true ? readComparedTarget(options.compare, target, env) : null;
  const isCompared = counterpart !== null;
  if (isCompared && retries !== null && retries > 0)
    throw new UsageError('--retry-inconclusive: the error rates of a comparison allow for one run only.');
  if (isCompared && loads !== null)
    throw new UsageError('--at-most: the error rates of a comparison allow for one load only.');
  const goesOn = scenario.compares === true && !isCompared;
  const transport = await readTransport(options, target === null ? {} : env);
  const contract = await loadContract(options.contract, env);
  const wanted = { profile: options.profile, ...load };
  const machine = { cores: availableParallelism(), isCompared };
  const plan = plannedLoad(scenario, wanted, contract.contract, machine);
  const triesMost = (retries ?? 0) + 1;
  const loadsMost = goesOn ? Math.max(1, loads ?? (load.durationMs === null ? defaultLoadsMost : 1)) : 1;
  // Further loads would only make a run longer that even all of them leave open.
  const isDecidable =
    plan.load === null || loadsCanDecide(plan.load, contract.contract, loadsMost, triesMost);
  return {
    scenario,
    options,
    seed: seed ?? randomInt(2 ** 32),
    target,
    counterpart,
    transport,
    contract,
    plan,
    loadsMost: isDecidable || loads !== null ? loadsMost : 1,
    triesMost,
    pauseMs: pauseMs ?? defaultPauseMs,
  };
}

const defaultLoadsMost = 4;
const defaultPauseMs = 30_000;

/** Plain k6 reads the same variables. */
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

/** null for what is not given. */
function numbersIn({ rate, duration, seed, atMost, retryInconclusive, retryPause }: ScenarioOptions) {
  return {
    loads: readSetting('--at-most', atMost, wholeNumber(0, mostLoads)),
    retries: readSetting('--retry-inconclusive', retryInconclusive, wholeNumber(0, 5)),
    pauseMs: readSetting('--retry-pause', retryPause, durationSetting),
    seed: readSetting('--seed or SEED', seed, seedSetting),
    rate: readSetting('--rate or RATE', rate, rateSetting),
    durationMs: readSetting('--duration or DURATION', duration, durationSetting),
  };
}

/** Whether the load generator should come before other programs. On the machine of the service, the service would be one of them. */
export function wantsPriority({ target, options }: Pick<WantedRun, 'target' | 'options'>): boolean {
  return options.nice ?? (target !== null && !isLoopback(target.baseUrl));
}

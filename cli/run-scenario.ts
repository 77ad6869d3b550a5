import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { redactor } from '../reports/redact.ts';
import type { Report } from '../reports/report.ts';
import {
  durationWanted,
  given,
  parseDurationMs,
  parseRate,
  parseSeed,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { announcementOf, loadPlanned, wantConsent } from './announcement.ts';
import { secretsIn } from './child-environment.ts';
import { loadContract } from './contract/read-contract.ts';
import { say, UsageError } from './exit-status.ts';
import { checkGateway } from './push-metrics.ts';
import { makeRunFolder } from './run-folder.ts';
import { interruptible } from './run-k6.ts';
import { runUntilConclusive } from './run-until-conclusive.ts';
import { type ComparedTarget, readComparedTarget, readTarget } from './target.ts';
import { readTransport, type TransportOptions } from './transport.ts';

export interface ScenarioOptions extends TransportOptions {
  readonly baseUrl?: string;
  /** Judge the reference service that comes with the harness. */
  readonly embedded?: boolean;
  readonly contract?: string;
  readonly out?: string;
  readonly profile?: string;
  readonly rate?: string;
  readonly duration?: string;
  readonly seed?: string;
  /** Times that the load may be made while nothing but calls is missing; gate and load alone have it. */
  readonly atMost?: string;
  /** Times that the whole run may be made again while it is inconclusive; gate and load alone have it. */
  readonly retryInconclusive?: string;
  readonly retryPause?: string;
  /** Exit 0 on fail and inconclusive too. */
  readonly advisory?: boolean;
  readonly nice?: boolean;
  /** Where k6 writes its own metrics besides. */
  readonly k6Out?: readonly string[];
  /** Of a Pushgateway. */
  readonly pushGateway?: string;
  /** Consent to put a load on a service that is not on this machine. */
  readonly yes?: boolean;
  /** Of the service to compare with; gate and load alone have it. */
  readonly compare?: string;
}

/** Runs one scenario in k6 and reads its report back. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(
  scenario: Scenario,
  chosen: ScenarioOptions,
): Promise<{ readonly report: Report; readonly folder: string }> {
  const options = { seed: freshSeed(), ...settingsIn(process.env), ...chosen };
  const startedAt = new Date();
  const interruption = interruptible();
  checkSettings(options);
  const target = readTarget(options, process.env);
  const counterpart =
    scenario.compares === true ? readComparedTarget(options.compare, target, process.env) : null;
  const transport = await readTransport(options, target === null ? {} : process.env);
  const contract = await loadContract(options.contract, startedAt);
  const plan = loadPlanned(scenario, options, contract.contract, {
    cores: availableParallelism(),
    baseUrl: target?.baseUrl ?? embeddedUrl,
    isCompared: counterpart !== null,
  });
  const loadsMost = loadsAtMost(scenario, options, counterpart);
  const triesMost = triesAtMost(options, counterpart);
  const settled = { scenario, options, target, counterpart, transport, contract, plan, loadsMost, triesMost };
  for (const warning of contract.warnings) say(warning);
  if (target?.note != null) say(target.note);
  if (target === null && given(process.env['BASE_URL']) !== null) say('--embedded: BASE_URL is not used.');
  if (counterpart?.note != null) say(`About the other service: ${counterpart.note}`);
  const announcement = announcementOf(settled, process.env);
  const redact = redactor(secretsIn(process.env));
  for (const line of announcement) say(redact(line));
  if (announcement.length > 0 && plan.load !== null) await wantConsent(options, process.env, interruption);
  const wanted = { ...settled, folder: await makeRunFolder(options.out, scenario.name, startedAt) };
  try {
    return { report: await runUntilConclusive(wanted, interruption), folder: wanted.folder };
  } finally {
    interruption.release();
  }
}

const embeddedUrl = 'http://127.0.0.1';

function triesAtMost(
  { retryInconclusive = '0' }: ScenarioOptions,
  counterpart: ComparedTarget | null,
): number {
  if (counterpart !== null && retryInconclusive !== '0')
    throw new UsageError('--retry-inconclusive: the error rates of a comparison allow for one run only.');
  return Number(retryInconclusive) + 1;
}

/** While nothing but calls is missing a gate goes on, so many times its load in all; not where its time was given. */
const defaultLoadsMost = 4;

function loadsAtMost(
  scenario: Scenario,
  { atMost, duration }: ScenarioOptions,
  counterpart: ComparedTarget | null,
): number {
  if (counterpart !== null && atMost !== undefined)
    throw new UsageError('--at-most: the error rates of a comparison allow for one load only.');
  if (scenario.compares !== true || counterpart !== null) return 1;
  if (atMost !== undefined) return Math.max(1, Number(atMost));
  return duration === undefined ? defaultLoadsMost : 1;
}

/** What was not chosen on the command line; the scenario reads the same variables. */
function settingsIn({ PROFILE, RATE, DURATION, SEED }: NodeJS.ProcessEnv): ScenarioOptions {
  const settings = { profile: PROFILE, rate: RATE, duration: DURATION, seed: SEED };
  return Object.fromEntries(Object.entries(settings).filter(([, text]) => given(text) !== null));
}

function freshSeed(): string {
  return String(randomInt(2 ** 32));
}

function checkSettings(options: ScenarioOptions): void {
  const { rate, duration, seed, atMost, retryInconclusive, retryPause, k6Out, pushGateway } = options;
  if (/(^|,)cloud\b/.test(k6Out?.join(',') ?? process.env['K6_OUT'] ?? ''))
    throw new UsageError(
      '--k6-out cloud and K6_OUT=cloud: Grafana Cloud k6 is not supported. See docs/monitoring.md.',
    );
  if (pushGateway !== undefined) checkGateway(pushGateway);
  if (atMost !== undefined && !/^([0-9]|1[0-9]|20)$/.test(atMost))
    throw new UsageError('--at-most: a whole number from 0 to 20.');
  if (retryInconclusive !== undefined && !/^[0-5]$/.test(retryInconclusive))
    throw new UsageError('--retry-inconclusive: a whole number from 0 to 5.');
  if (retryPause !== undefined && parseDurationMs(retryPause) === null)
    throw new UsageError(`--retry-pause: ${durationWanted}.`);
  if (seed !== undefined && parseSeed(seed) === null) throw new UsageError(`--seed or SEED: ${seedWanted}.`);
  if (rate !== undefined && parseRate(rate) === null) throw new UsageError(`--rate or RATE: ${rateWanted}.`);
  if (duration !== undefined && parseDurationMs(duration) === null) {
    throw new UsageError(`--duration or DURATION: ${durationWanted}.`);
  }
}

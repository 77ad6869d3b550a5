import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonPlan } from '../checks/comparison/plan.ts';
import { redactor } from '../reports/redact.ts';
import type { Report } from '../reports/report.ts';
import { given } from '../schemas/given.ts';
import {
  durationWanted,
  parseDurationMs,
  parseRate,
  parseSeed,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';
import { announcementOf } from './announcement.ts';
import { startCompanion } from './companion/start-companion.ts';
import { wantConsent } from './consent.ts';
import { type LoadedContract, loadContract } from './contract/load-contract.ts';
import { scenarioFile } from './contract/scenario-file.ts';
import { embeddedService } from './embedded-service.ts';
import { secretsIn, withoutSecrets } from './environment-secrets.ts';
import { NoVerdict, UsageError } from './exit-status.ts';
import { type Interruption, interruptible } from './interruption.ts';
import { obtainK6 } from './k6/obtain-k6.ts';
import { loadPlanned } from './planned-load.ts';
import type { Expected } from './progress.ts';
import { checkGateway } from './push-metrics.ts';
import { factsIn, freshReportIn } from './read-run.ts';
import { makeRunFolder, withdrawRun } from './run-folder.ts';
import { refuseContradiction, runK6 } from './run-k6.ts';
import { variablesFor } from './run-variables.ts';
import { type Counterpart, readCounterpart, readTarget, type Target } from './target.ts';
import { readTransport, type TransportOptions, type TransportSettings } from './transport.ts';

export interface ScenarioOptions extends TransportOptions {
  readonly baseUrl?: string;
  readonly embedded?: boolean;
  readonly contract?: string;
  readonly out?: string;
  readonly profile?: string;
  readonly rate?: string;
  readonly duration?: string;
  readonly seed?: string;
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

export interface ScenarioRun {
  readonly report: Report;
  readonly folder: string;
}

/** Runs one scenario in k6 and reads its report back. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(
  scenario: string,
  chosen: ScenarioOptions,
  say: (line: string) => void,
): Promise<ScenarioRun> {
  const options = { seed: freshSeed(), ...settingsIn(process.env), ...chosen };
  const startedAt = new Date();
  const interruption = interruptible();
  checkSettings(options);
  const target = readTarget(options, process.env);
  const counterpart = comparing.includes(scenario)
    ? readCounterpart(options.compare, target, process.env)
    : null;
  const transport = await readTransport(options, target === null ? {} : process.env);
  const contract = options.contract === undefined ? null : await loadContract(options.contract, startedAt);
  if (target?.note != null) say(target.note);
  if (target === null && given(process.env['BASE_URL']) !== null) say('--embedded: BASE_URL is not used.');
  const plan = loadPlanned(scenario, options, contract?.contract ?? null, availableParallelism());
  if (counterpart?.note != null) say(`About the other service: ${counterpart.note}`);
  if (target !== null) {
    const lines = announcementOf(
      plan,
      contract?.contract ?? { version: 1 },
      target,
      counterpart,
      process.env,
    );
    const redact = redactor(secretsIn(process.env));
    for (const line of lines) say(redact(line));
    if (lines.length > 0 && plan.load !== null) await wantConsent(options, process.env, interruption);
  }
  const folder = await makeRunFolder(options.out, scenario, startedAt);
  const runId = randomUUID();
  const wanted = {
    scenario,
    options,
    target,
    counterpart,
    transport,
    contract,
    plan,
    startedAt,
    folder,
    runId,
  };
  try {
    return { report: await conduct(wanted, interruption, say), folder };
  } catch (error) {
    await withdrawRun(folder, runId, error);
    throw error;
  }
}

/** One run, settled before anything is started. */
export interface WantedRun {
  readonly scenario: string;
  readonly options: ScenarioOptions;
  /** null: the embedded reference service. */
  readonly target: Target | null;
  readonly counterpart: Counterpart | null;
  readonly transport: TransportSettings;
  readonly contract: LoadedContract | null;
  readonly plan: ReturnType<typeof loadPlanned>;
  readonly startedAt: Date;
  readonly folder: string;
  readonly runId: string;
}

/** Starts everything that a run needs, runs k6, and ends everything again. */
async function conduct(
  wanted: WantedRun,
  interruption: Interruption,
  say: (line: string) => void,
): Promise<Report> {
  const { scenario, options, target, transport, contract, plan, folder, runId } = wanted;
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const k6 = await obtainK6({ say });
    const file = await scenarioFile(scenario, contract, scratch);
    const companion = await startCompanion();
    closing.unshift(() => companion.stop());
    const k6Config = join(scratch, 'k6.json');
    await writeFile(k6Config, '{}');
    const authorities = join(scratch, 'authorities.pem');
    if (transport.authorities !== null) await writeFile(authorities, transport.authorities);
    const service = target === null ? await embeddedService(say) : null;
    if (service !== null) closing.unshift(() => service.stop());
    const judged = target ?? { baseUrl: service?.url ?? '', token: service?.token ?? '' };
    const env = {
      ...variablesFor(wanted, judged),
      HARNESS_COMPANION: companion.url,
      HARNESS_K6_VERSION: k6.version,
      HARNESS_EMBEDDED: String(service !== null),
      ...(transport.authorities === null ? {} : { SSL_CERT_FILE: authorities }),
      K6_CONFIG: k6Config,
    };
    interruption.check();
    if (plan.words !== null) say(plan.words);
    const operator = target === null ? withoutSecrets(process.env) : process.env;
    const nice = options.nice === true;
    const launch = {
      path: k6.path,
      file,
      env,
      operator,
      folder,
      scratch,
      nice,
      size: plan.load,
      expected: expectedOf(wanted),
    };
    const k6Status = await runK6(launch, companion, interruption, say);
    const report = await freshReportIn(folder, runId);
    if ((await factsIn(folder)) === null)
      throw new NoVerdict(`${folder} has no facts.json: the run left none.`);
    refuseContradiction(k6Status, report);
    return report;
  } finally {
    interruption.release();
    for (const close of closing) await close();
  }
}

function expectedOf({ plan, counterpart, contract }: WantedRun): Expected {
  const { conformance, load, profile } = plan;
  return {
    conformanceMs: conformance.budgetMs,
    load,
    comparisonMs: load === null || counterpart === null ? null : comparisonPlan(profile, load).mostMs,
    limitMs: contract?.contract.latency?.limitMs ?? 20,
  };
}

/** Scenarios that can compare the service with another one. */
export const comparing: readonly string[] = ['gate', 'load'];

/** What was not chosen on the command line; the scenario reads the same variables. */
function settingsIn({ PROFILE, RATE, DURATION, SEED }: NodeJS.ProcessEnv): ScenarioOptions {
  const settings = { profile: PROFILE, rate: RATE, duration: DURATION, seed: SEED };
  return Object.fromEntries(Object.entries(settings).filter(([, text]) => given(text) !== null));
}

function freshSeed(): string {
  return String(randomInt(2 ** 32));
}

function checkSettings({ rate, duration, seed, k6Out, pushGateway }: ScenarioOptions): void {
  if (seed !== undefined && parseSeed(seed) === null) throw new UsageError(`--seed or SEED: ${seedWanted}.`);
  if (/(^|,)cloud\b/.test(k6Out?.join(',') ?? process.env['K6_OUT'] ?? ''))
    throw new UsageError(
      '--k6-out cloud and K6_OUT=cloud: Grafana Cloud k6 is not supported. See docs/monitoring.md.',
    );
  if (pushGateway !== undefined) checkGateway(pushGateway);
  if (rate !== undefined && parseRate(rate) === null) throw new UsageError(`--rate or RATE: ${rateWanted}.`);
  if (duration !== undefined && parseDurationMs(duration) === null) {
    throw new UsageError(`--duration or DURATION: ${durationWanted}.`);
  }
}

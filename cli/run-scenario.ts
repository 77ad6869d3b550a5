import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../reports/report.ts';
import {
  durationWanted,
  parseDurationMs,
  parseRate,
  parseSeed,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';
import { startCompanion } from './companion/companion.ts';
import { type LoadedContract, loadContract } from './contract/load.ts';
import { knownChecks } from './contract-checks.ts';
import { embeddedService } from './embedded-service.ts';
import { UsageError } from './exit-status.ts';
import { interruptible } from './interruption.ts';
import { obtainK6 } from './k6/obtain-k6.ts';
import { loadPlanned } from './load-plan.ts';
import { freshReportIn } from './read-report.ts';
import { makeRunFolder } from './run-folder.ts';
import { runK6 } from './run-k6.ts';
import { scenarioFile } from './scenario-file.ts';
import { readCounterpart, readTarget } from './target.ts';

export interface ScenarioOptions {
  readonly baseUrl?: string;
  readonly contract?: string;
  readonly out?: string;
  readonly profile?: string;
  readonly rate?: string;
  readonly duration?: string;
  readonly seed?: string;
  readonly nice?: boolean;
  readonly baseline?: string;
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
  wanted: ScenarioOptions,
  say: (line: string) => void,
): Promise<ScenarioRun> {
  const options = { ...wanted, seed: wanted.seed ?? (process.env['SEED'] || freshSeed()) };
  const startedAt = new Date();
  const interruption = interruptible();
  checkSettings(options);
  const target = readTarget(options.baseUrl, process.env);
  const counterpart = comparing.includes(scenario)
    ? readCounterpart(options.compare, target, process.env)
    : null;
  const contract =
    options.contract === undefined ? null : await loadContract(options.contract, startedAt, knownChecks);
  if (target?.note != null) say(target.note);
  const { words, cappedRate, size } = loadPlanned(
    scenario,
    options,
    contract?.contract ?? null,
    availableParallelism(),
  );
  if (counterpart?.note != null) say(`Of the other service: ${counterpart.note}`);
  const folder = await makeRunFolder(options.out, scenario, startedAt);
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const k6 = await obtainK6({ say });
    const file = await scenarioFile(scenario, contract, scratch);
    const companion = await startCompanion();
    closing.unshift(() => companion.stop());
    const k6Config = join(scratch, 'k6.json');
    await writeFile(k6Config, '{}');
    const service = target === null ? await embeddedService(scratch, say) : null;
    if (service !== null) closing.unshift(() => service.stop());
    const runId = randomUUID();
    const given = target ?? { baseUrl: service?.url ?? '', token: service?.token ?? '' };
    const facts = { folder, runId, scenario, startedAt, companion: companion.url, k6Version: k6.version };
    const ours = {
      ...variablesFor(given, options, contract, facts),
      ...(counterpart === null ? {} : { COMPARE_URL: counterpart.baseUrl }),
      K6_CONFIG: k6Config,
    };
    const embedded = { HARNESS_EMBEDDED: String(service !== null) };
    interruption.check();
    if (words !== null) say(words);
    const launch = {
      path: k6.path,
      file,
      env: { ...ours, ...embedded, ...(cappedRate === null ? {} : { RATE: String(cappedRate) }) },
      folder,
      nice: options.nice === true,
      size,
    };
    await runK6(launch, companion, interruption, say);
    return { report: await freshReportIn(folder, runId), folder };
  } finally {
    interruption.release();
    for (const close of closing) await close();
  }
}

/** Scenarios that can compare the service with another one. */
export const comparing: readonly string[] = ['gate', 'load'];

interface RunFacts {
  readonly folder: string;
  readonly runId: string;
  readonly scenario: string;
  readonly startedAt: Date;
  readonly companion: string;
  readonly k6Version: string;
}

function variablesFor(
  { baseUrl, token }: { baseUrl: string; token: string | null },
  options: ScenarioOptions,
  contract: LoadedContract | null,
  facts: RunFacts,
): Record<string, string> {
  return {
    BASE_URL: baseUrl,
    ...(token === null ? {} : { ACCESS_TOKEN: token }),
    OUT: facts.folder,
    HARNESS_RUN_ID: facts.runId,
    HARNESS_STARTED_AT: String(facts.startedAt.getTime()),
    HARNESS_COMPANION: facts.companion,
    HARNESS_K6_VERSION: facts.k6Version,
    HARNESS_COMMAND: commandText(facts.scenario, options),
    ...(contract === null ? {} : { HARNESS_CONTRACT: contract.file }),
    ...(options.profile === undefined ? {} : { PROFILE: options.profile }),
    ...(options.rate === undefined ? {} : { RATE: options.rate }),
    ...(options.duration === undefined ? {} : { DURATION: options.duration }),
    ...(options.seed === undefined ? {} : { SEED: options.seed }),
  };
}

/** The command that runs this again; what may hold a secret stays in the environment. */
function commandText(scenario: string, { profile, rate, duration, seed, contract }: ScenarioOptions): string {
  const flags = { profile, rate, duration, seed, contract };
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  );
  return ['npx encryption-backup-harness', scenario, ...given].join(' ');
}

function freshSeed(): string {
  return String(randomInt(2 ** 32));
}

function checkSettings({ rate, duration, seed }: ScenarioOptions): void {
  if (seed !== undefined && parseSeed(seed) === null) throw new UsageError(`--seed or SEED: ${seedWanted}.`);
  if (rate !== undefined && parseRate(rate) === null) throw new UsageError(`--rate: ${rateWanted}.`);
  if (duration !== undefined && parseDurationMs(duration) === null) {
    throw new UsageError(`--duration: ${durationWanted}.`);
  }
}

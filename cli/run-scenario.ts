import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Report } from '../reports/report.ts';
import { k6Environment, type OwnVariables } from './child-environment.ts';
import { type Companion, startCompanion } from './companion/companion.ts';
import { type LoadedContract, loadContract } from './contract/load.ts';
import { knownChecks } from './contract-checks.ts';
import { embeddedService } from './embedded-service.ts';
import { NoVerdict } from './exit-status.ts';
import { obtainK6 } from './k6/obtain-k6.ts';
import { freshReportIn } from './read-report.ts';
import { makeRunFolder } from './run-folder.ts';
import { scenarioFile } from './scenario-file.ts';
import { readTarget } from './target.ts';

export interface ScenarioOptions {
  readonly baseUrl?: string;
  readonly contract?: string;
  readonly out?: string;
  readonly profile?: string;
  readonly rate?: string;
  readonly duration?: string;
  readonly nice?: boolean;
}

export interface ScenarioRun {
  readonly report: Report;
  readonly folder: string;
}

/** Runs one scenario in k6 and reads its report back. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(
  scenario: string,
  options: ScenarioOptions,
  say: (line: string) => void,
): Promise<ScenarioRun> {
  const startedAt = new Date();
  const target = readTarget(options.baseUrl, process.env);
  const contract =
    options.contract === undefined ? null : await loadContract(options.contract, startedAt, knownChecks);
  if (target?.note != null) say(target.note);
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
    const ours = { ...variablesFor(given, options, contract, facts), K6_CONFIG: k6Config };
    const embedded = { HARNESS_EMBEDDED: String(service !== null) };
    await runK6(k6.path, file, { ...ours, ...embedded }, { ...options, folder }, companion, say);
    return { report: await freshReportIn(folder, runId), folder };
  } finally {
    for (const close of closing) await close();
  }
}

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
  };
}

/** The command that runs this again; what may hold a secret stays in the environment. */
function commandText(scenario: string, { profile, rate, duration, contract }: ScenarioOptions): string {
  const flags = { profile, rate, duration, contract };
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  );
  return ['npx encryption-backup-harness', scenario, ...given].join(' ');
}

async function runK6(
  path: string,
  file: string,
  ours: OwnVariables,
  { nice, folder }: ScenarioOptions & { folder: string },
  companion: Companion,
  say: (line: string) => void,
): Promise<void> {
  const { env, removed } = k6Environment(process.env, ours);
  if (removed.length > 0)
    say(`Not handed to k6, because it could change the verdict: ${removed.join(', ')}.`);
  const quiet = process.stderr.isTTY ? [] : ['--quiet'];
  const args = ['run', ...quiet, '--no-usage-report', `--log-output=file=${join(folder, 'k6.log')}`, file];
  const running = execa(path, args, {
    env,
    extendEnv: false,
    stdio: 'inherit',
    reject: false,
    cleanup: true,
  });
  if (running.pid === undefined) throw new NoVerdict(`k6 did not start: ${path}.`);
  if (nice === true) raisePriority([running.pid, companion.pid], say);
  await companion.watch(running.pid);
  const ended = await withSignals(running);
  if (ended.interrupted) throw new NoVerdict('The run was interrupted.');
  const { exitCode, signal } = ended;
  if (exitCode === undefined)
    throw new NoVerdict(`k6 ended by ${signal ?? 'an error'} before it had a verdict.`);
  if (!endedByItself.includes(exitCode))
    throw new NoVerdict(endings[exitCode] ?? `k6 ended with status ${exitCode}.`);
}

interface RunningProcess extends PromiseLike<{ exitCode?: number | undefined; signal?: string | undefined }> {
  kill(signal: 'SIGINT' | 'SIGTERM'): boolean;
}

/** A terminal sends SIGINT to k6 as well: a second one from here would cost the summary. */
async function withSignals(running: RunningProcess) {
  let interrupted = false;
  const onInterrupt = () => {
    interrupted = true;
    if (!process.stdin.isTTY) running.kill('SIGINT');
  };
  const onTerminate = () => {
    interrupted = true;
    running.kill('SIGTERM');
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  const { exitCode, signal } = await running;
  process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  return { exitCode, signal, interrupted };
}

function raisePriority(pids: readonly number[], say: (line: string) => void): void {
  try {
    for (const pid of pids) setPriority(pid, -15);
  } catch {
    say('--nice: the priority cannot be raised without the right to; the run goes on without it.');
  }
}

/** Passed, thresholds crossed, stopped or marked as failed by the scenario itself: the report says which. */
const endedByItself = [0, 99, 108, 110];

const endings: Readonly<Record<number, string>> = {
  100: 'The conformance phase took longer than k6 allows.',
  104: 'k6 refused the configuration of the run.',
  105: 'The run was interrupted.',
  107: 'The scenario ended in an exception.',
};

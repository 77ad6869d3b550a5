import { setPriority } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { visible, withoutCommands } from '../reports/escape.ts';
import { redactor } from '../reports/redact.ts';
import type { Report } from '../reports/report.ts';
import { k6Environment, secretsIn, withoutSecrets } from './child-environment.ts';
import type { Companion } from './companion/start-companion.ts';
import { exitStatus, NoVerdict, say, statusOf } from './exit-status.ts';
import { keepLog, withoutQuotes } from './k6-log.ts';
import type { Stage, WantedRun } from './make-run.ts';
import { goRuntime, memoryPlan, watchMemory } from './memory.ts';
import { showProgress } from './progress.ts';

interface Launch {
  /** The script to run. */
  readonly file: string;
  /** They win over what the operator has. */
  readonly variables: Record<string, string>;
  /** Where k6's own log goes. */
  readonly folder: string;
}

/** Runs k6 to its end and returns its status. Throws NoVerdict where it did not come to its own end. */
export async function runK6(
  { target, options, plan }: WantedRun,
  { k6, scratch, interruption }: Stage,
  { file, variables, folder }: Launch,
  companion: Companion,
): Promise<number> {
  const operator = target === null ? withoutSecrets(process.env) : process.env;
  const { env, removed } = k6Environment(operator, variables);
  const redact = redactor(secretsIn(env));
  if (removed.length > 0)
    say(`Not passed to k6, because they could change the verdict: ${removed.join(', ')}.`);
  const log = join(scratch, 'k6.log');
  const memory = memoryPlan(plan.load, process.env['GOMEMLIMIT']);
  function* harmless(line: unknown) {
    yield withoutCommands(visible(redact(withoutQuotes(String(line)))));
  }
  const args = ['run', '--quiet', '--no-usage-report', `--log-output=file=${log}`, file];
  const running = execa(k6.path, args, {
    env: { ...env, ...goRuntime(process.env, memory.k6Bytes) },
    extendEnv: false,
    stdin: 'inherit',
    // k6 and Go's own HTTP client quote there what a service sent.
    stdout: [harmless, 'inherit'],
    stderr: [harmless, 'inherit'],
    reject: false,
    cleanup: true,
  });
  if (running.pid === undefined) throw new NoVerdict(`k6 could not be started: ${k6.path}.`);
  interruption.forward = (signal) => {
    // A terminal sends SIGINT to k6 as well, and a second one would cost the summary.
    if (signal === 'SIGTERM' || !process.stdin.isTTY) running.kill(signal);
  };
  if (options.nice === true) raisePriority([running.pid, companion.pid]);
  // At once: k6 would read on while it comes to its end.
  const watch = watchMemory([running.pid, companion.pid, process.pid], memory.mostBytes, () => {
    running.kill('SIGKILL');
  });
  const progress = showProgress(plan);
  companion.onProgress = progress.take;
  companion.watch(running.pid);
  const { exitCode, signal } = await running;
  watch.stop();
  progress.stop();
  await keepLog(log, join(folder, 'k6.log'), redact);
  interruption.check();
  const exceededBytes = watch.exceededBytes();
  if (exceededBytes !== null) throw new NoVerdict(memoryWords(exceededBytes, memory.mostBytes));
  if (exitCode === undefined)
    throw new NoVerdict(`k6 ended by ${signal ?? 'an error'} before it had a verdict.`, 'interrupted');
  if (!(exitCode in ownEndings))
    throw new NoVerdict(
      endings[exitCode] ?? `k6 ended with status ${exitCode}.`,
      exitCode === 105 ? 'interrupted' : 'broken',
    );
  return exitCode;
}

/** Two witnesses: a report that says pass beside a k6 that does not is no verdict, whoever is right. */
export function refuseContradiction(k6Status: number, report: Report): void {
  if (k6Status === 0 || statusOf(report) !== exitStatus.pass) return;
  throw new NoVerdict(
    `The report says pass, but k6 does not: it ended with status ${k6Status}, ${ownEndings[k6Status]}.`,
  );
}

function memoryWords(bytes: number, mostBytes: number): string {
  const [grown, most] = [bytes, mostBytes].map((count) => `${Math.round(count / 1e6)} MB`);
  return (
    `The run used ${grown} of memory and was about to exceed ${most}, so it was stopped: ` +
    'an answer of the service seems to be endless or very large.'
  );
}

function raisePriority(pids: readonly number[]): void {
  try {
    for (const pid of pids) setPriority(pid, -15);
  } catch {
    say('--nice: no permission to raise the priority; the run continues without it.');
  }
}

/** How k6 comes to its own end: the report says more. */
const ownEndings: Readonly<Record<number, string>> = {
  0: 'without a complaint',
  99: 'because a threshold was crossed',
  108: 'because the scenario stopped the run',
  110: 'because the scenario marked the run as failed',
};

const endings: Readonly<Record<number, string>> = {
  100: 'The conformance phase did not finish in time: the machine was too busy or the answers took too long.',
  104: 'k6 refused the configuration of the run.',
  105: 'The run was interrupted.',
  107: 'The scenario ended with an exception.',
  255: 'k6 ended with status 255: see k6.log.',
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C, SIGTERM or a closed terminal during a run: everything that was started ends first, then the run has no verdict. */
export interface Interruption {
  /** Throws NoVerdict once the run has been interrupted. */
  check(): void;
  /** Called with the signal when it comes. */
  forward: (signal: 'SIGINT' | 'SIGTERM') => void;
  release(): void;
}

export function interruptible(): Interruption {
  let interrupted = false;
  const interruption: Interruption = {
    check() {
      if (interrupted) throw new NoVerdict('The run was interrupted.', 'interrupted');
    },
    forward() {},
    release() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
  function onSignal(signal: NodeJS.Signals): void {
    interrupted = true;
    interruption.forward(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  }
  for (const signal of signals) process.on(signal, onSignal);
  return interruption;
}

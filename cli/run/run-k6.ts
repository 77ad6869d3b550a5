import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { duration } from '../../checks/wording.ts';
import { visible, withoutCommands } from '../../reports/escape.ts';
import type { Report } from '../../reports/report.ts';
import { withoutBackups } from '../../schemas/load-plan.ts';
import { given } from '../../schemas/run-settings.ts';
import { k6Environment, redactorOf, withoutSecrets } from '../child-environment.ts';
import { type Companion, startCompanion } from '../companion/start-companion.ts';
import { scriptFor } from '../contract/scenario-script.ts';
import { exitStatus, messageOf, NoVerdict, statusOf, UsageError } from '../exit-status.ts';
import { crashLines } from '../k6/executable.ts';
import { signalGroup } from '../process-group.ts';
import { showProgress } from './announcement.ts';
import { dashboardFront } from './dashboard.ts';
import { keepLog, lastMessage, openRawLog, withoutQuotes } from './k6-log.ts';
import { goRuntime, memoryPlan, watchMemory } from './memory.ts';
import { raiseSession, startRaised } from './priority.ts';
import { freshRunIn } from './run-folder.ts';
import { type Run, startedRun, variablesFor } from './started-run.ts';
import { mostMsOf, wantsPriority } from './wanted-run.ts';

/**
 * Runs k6 once, with a companion of its own, and reads what it left in the folder `out`. Further loads create no more backups and
 * use other data.
 */
export async function makeLoad(run: Run, made: number, out: string) {
  const { contract } = run.contract;
  const [scenario, asked, logName] =
    made === 1
      ? [run.scenario.name, contract, 'k6.log']
      : ['load', withoutBackups(contract), `k6-${made}.log`];
  const script = join(run.scratch, `script-${made}.js`);
  // With the priority of k6, so that both wait for the processor alike.
  const companion = await startRaised(wantsPriority(run), startCompanion).started;
  try {
    const told = startedRun(run, companion.url, made);
    await writeFile(script, await scriptFor(scenario, { ...run.contract, contract: asked }, told));
    const k6Status = await runK6(run, companion, script, out, logName);
    companion.check();
    return { k6Status, ...(await freshRunIn(out, run.id)) };
  } finally {
    await companion.stop();
  }
}

/** Runs k6 to its end and returns its status. Throws NoVerdict if it was stopped before it had a verdict. */
async function runK6(run: Run, companion: Companion, script: string, out: string, logName: string) {
  const { target, options, plan, k6, judged, scratch, interruption, caller } = run;
  const { io, say } = caller;
  const operator = target === null ? withoutSecrets(caller.env) : caller.env;
  const { env: passed, removed } = k6Environment(operator, variablesFor(run, out));
  const redact = redactorOf(passed);
  if (removed.length > 0)
    say(`Not passed to k6, because they could change the verdict: ${removed.join(', ')}.`);
  const memory = memoryPlan(plan);
  // k6 and Go's HTTP client quote text from the service.
  const harmless = (line: unknown) => withoutCommands(visible(redact(withoutQuotes(String(line)))));
  const crash: string[] = [];
  const passedOn = (to: NodeJS.WritableStream) =>
    // biome-ignore lint/correctness/useYield: nothing is kept
    function* (line: unknown) {
      if (to === io.stderr) crash.push(...crashLines(String(line)));
      // What follows a crash is a stack trace.
      if (crash.length === 0) to.write(`${harmless(line)}\n`);
    };
  const raw = await openRawLog(join(scratch, `${run.startedAt.getTime()}-${logName}`));
  const dashboard = await dashboardFront(passed, say);
  // Nothing is awaited from here until k6 can be told of an interrupt.
  if (interruption.signal.aborted) dashboard.close();
  interruption.check();
  const args = ['run', '--quiet', '--no-usage-report', `--log-output=file=${raw.path}`, script];
  const start = () =>
    execa(k6.path, args, {
      env: { ...dashboard.env, ...goRuntime(caller.env, memory.k6Bytes) },
      extendEnv: false,
      // execa's types allow no descriptor above 9.
      stdio: ['inherit', passedOn(io.stdout), passedOn(io.stderr), raw.file.fd as 9],
      reject: false,
      // Detached, because the terminal's Ctrl-C would be a second interrupt and cost the summary. If this process ends, the
      // companion ends k6.
      detached: true,
    });
  const { started: running, isRaised } = startRaised(wantsPriority(run), start);
  const { pid } = running;
  if (pid === undefined) {
    const { cause } = await running;
    throw new NoVerdict(`k6 could not be started: ${messageOf(cause ?? k6.path)}`);
  }
  if (isRaised) for (const leader of [pid, companion.pid]) raiseSession(leader);
  companion.watch({ generator: pid, service: judged.pid ?? null });
  const end = () => signalGroup(pid, 'SIGKILL');
  // Also for SIGTERM, which would leave k6 no time for its summary.
  interruption.signal.onabort = () => signalGroup(pid, 'SIGINT');
  interruption.insisted.onabort = end;
  if (options.nice === true && !isRaised)
    say('--nice: no permission to raise the priority; the run continues without it.');
  // Ends k6 at once, because it would go on reading answers while it shuts down.
  const memoryWatch = watchMemory([pid, companion.pid, process.pid], memory, end);
  const progress = showProgress(plan, caller);
  companion.onPhase = progress.enter;
  const limit = AbortSignal.timeout(mostMsOf(plan));
  limit.onabort = end;
  const { exitCode, signal } = await running;
  dashboard.close();
  companion.watch({ generator: null, service: null });
  limit.onabort = null;
  const isLate = limit.aborted;
  const exceededBytes = memoryWatch.stop();
  progress.stop();
  const kept = await keepLog(raw.file, join(run.folder, logName), redact);
  interruption.check();
  if (exceededBytes !== null)
    throw new NoVerdict(
      `The run used ${inMegabytes(exceededBytes)} of memory and was about to exceed ${inMegabytes(memory.mostBytes)}, so it was stopped: an answer of the service seems to be endless or very large.`,
    );
  if (isLate)
    throw new NoVerdict(
      `k6 had not ended after ${duration(mostMsOf(plan))}, long after its run, so it was stopped. It may have been frozen, an output (--k6-out, K6_OUT) may wait for something, or a pattern of the contract may take too long on an answer. See k6.log.`,
    );
  if (crash.length > 0)
    throw new NoVerdict(
      `k6 crashed: ${harmless(crash.slice(0, 3).join('; '))}. If it lacked memory, processes or open files, raise their limits: ulimit -v, -u, -n.`,
    );
  if (exitCode === undefined)
    throw new NoVerdict(`k6 ended by ${signal ?? 'an error'} before it had a verdict.`, 'interrupted');
  if (exitCode === 105) throw new NoVerdict('The run was interrupted.', 'interrupted');
  const message = lastMessage(kept);
  if (exitCode === 255 && given(passed['K6_OUT']) !== null && refusesOutput.test(message))
    throw new UsageError(`--k6-out or K6_OUT: k6 refuses this output: ${message}. Nothing was sent.`);
  if (!ownEndings.includes(exitCode))
    throw new NoVerdict(failures[exitCode] ?? unknownEnd(exitCode, message, script));
  return exitCode;
}

/** The last message of k6 if it ends because of an output, before its script begins. */
const refusesOutput = /^(invalid output type '|could not create the '|open )/;

function unknownEnd(exitCode: number, message: string, script: string): string {
  const said = message === '' ? 'see k6.log.' : message;
  const unseen = message.includes(script)
    ? ' The file is there, but not for k6: one from a snap has a /tmp of its own. Set TMPDIR to a folder that it can read, or K6_BIN to another k6.'
    : '';
  return `k6 ended with status ${exitCode}: ${said}${unseen}`;
}

/** If the report says pass and k6 does not, there is no verdict, whichever is right. */
export function refuseContradiction(k6Status: number, report: Report): void {
  if (k6Status === 0 || statusOf(report) !== exitStatus.pass) return;
  throw new NoVerdict(`The report says pass, but k6 does not: it ended with status ${k6Status}.`);
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/**
 * Exit statuses after which the report says more than k6: no complaint, a threshold was crossed, the scenario stopped the run, or marked it
 * as failed.
 */
const ownEndings = [0, 99, 108, 110];

const failures: Readonly<Record<number, string>> = {
  100: 'The conformance phase did not end in time: this machine was too busy, or reading the answers took too long. Use a faster or quieter machine, or let the service answer with less.',
  104: 'k6 refused the configuration of the run.',
  107: 'The scenario ended with an exception.',
};

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { duration } from '../../checks/wording.ts';
import {
  addLoads,
  addVainCalls,
  shouldBeginAgain,
  shouldGoOn,
  whyMore,
  whyNoMore,
} from '../../reports/add-loads.ts';
import { type Facts, nothingToLoad } from '../../reports/facts.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import type { Report } from '../../reports/report.ts';
import { withoutBackups } from '../../schemas/load-plan.ts';
import { otherAddress } from '../addresses.ts';
import type { Caller } from '../caller.ts';
import { startCompanion } from '../companion/start-companion.ts';
import { scriptFor } from '../contract/scenario-script.ts';
import { embeddedService } from '../embedded-service.ts';
import { NoVerdict } from '../exit-status.ts';
import { type K6, obtainK6 } from '../k6/obtain-k6.ts';
import type { Target } from '../target.ts';
import { filesForK6 } from '../transport.ts';
import { loadWords } from './announcement.ts';
import type { Interruption } from './interruption.ts';
import { longestMs } from './planned-load.ts';
import { freshRunIn } from './read-run.ts';
import { removeReports, writeRun } from './run-folder.ts';
import { refuseContradiction, runK6 } from './run-k6.ts';
import { type Run, startedRun, variablesFor } from './started-run.ts';

/** What all loads of one run share. */
interface Stage {
  readonly k6: K6;
  readonly judged: Pick<Target, 'baseUrl' | 'token'> & { readonly pid?: number | null };
  /** A folder that is removed after the run. */
  readonly scratch: string;
  readonly files: Readonly<Record<string, string>>;
  readonly interruption: Interruption;
  readonly caller: Caller;
}

/** Wait before the whole run begins again. */
const pauseMs = 10_000;

/** Starts everything a run needs, runs k6 until the run is decided or must stop, and ends everything again. */
export async function makeRun(run: Run, interruption: Interruption, caller: Caller): Promise<Report> {
  const { env, say } = caller;
  const { folder, loadsMost, withinMs } = run;
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-')).catch(refuseScratch);
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const k6 = await obtainK6({ env, say, signal: interruption.signal }).finally(interruption.check);
    const judged = run.target ?? (await embeddedService(caller));
    if ('stop' in judged) closing.unshift(() => judged.stop());
    const files = await filesForK6(run.transport, scratch);
    const stage = { k6, judged, scratch, files, interruption, caller };
    interruption.check();
    const words = loadWords(run);
    if (words !== null) say(words);
    const startedMs = performance.now();
    const leftMs = () => withinMs - (performance.now() - startedMs);
    const leftWords = () => `at most ${duration(1000 * Math.floor(leftMs() / 1000))} left`;
    let k6Status = await makeLoad(run, stage, 1, folder);
    let { facts, report } = await freshRunIn(folder, run.id);
    while (shouldBeginAgain(report, facts) && leftMs() >= pauseMs + longestMs(run.plan)) {
      const { reason } = report;
      say(
        `${reason} The service may be starting, so all of it begins again in ${duration(pauseMs)}, ${leftWords()}.`,
      );
      await setTimeout(pauseMs, undefined, interruption).catch(() => {});
      interruption.check();
      await removeReports(folder);
      const waited = { ms: Math.round(performance.now() - startedMs), reason };
      k6Status = await makeLoad({ ...run, startedAt: new Date(), waited }, stage, 1, folder);
      ({ facts, report } = await freshRunIn(folder, run.id));
    }
    const loads: [Facts, ...Facts[]] = [facts];
    while (
      shouldGoOn(report, { most: loadsMost, made: loads.length }) &&
      leftMs() >= longestMs(run.further)
    ) {
      const made = loads.length + 1;
      say(`${whyMore(report)}, so the same load goes on: load ${made}, ${leftWords()}.`);
      const further = join(scratch, `load-${made}`);
      await mkdir(further);
      k6Status = Math.max(k6Status, await makeLoad(run, stage, made, further));
      const { facts: more } = await freshRunIn(further, run.id);
      const isVain = more.before === null || nothingToLoad(more.before);
      if (!isVain) loads.push(more);
      facts = isVain ? addVainCalls(facts, more) : addLoads(loads, loadsMost);
      report = buildReport(facts);
      await writeRun({ facts, report }, folder);
      if (isVain) break;
    }
    if (report.run.completeness === 'unreachable' && report.run.transport?.proxy === undefined) {
      const other = await otherAddress(judged.baseUrl);
      if (other !== null) say(other);
    }
    const why = whyNoMore(report, { most: loadsMost, made: loads.length });
    if (why !== null) say(why);
    refuseContradiction(k6Status, report);
    return report;
  } finally {
    for (const close of closing) await close();
  }
}

function refuseScratch({ code }: NodeJS.ErrnoException): never {
  throw new NoVerdict(
    `No temporary folder can be made in ${tmpdir()} (${code}): set TMPDIR to a folder that can be written.`,
  );
}

/** Runs k6 once, with a companion of its own. Further loads create no more backups and use other data. */
async function makeLoad(run: Run, stage: Stage, made: number, out: string): Promise<number> {
  const { k6, judged, scratch, files } = stage;
  const { contract } = run.contract;
  const [scenario, asked, logName] =
    made === 1
      ? [run.scenario.name, contract, 'k6.log']
      : ['load', withoutBackups(contract), `k6-${made}.log`];
  const script = join(scratch, `script-${made}.js`);
  const companion = await startCompanion();
  try {
    const told = startedRun(run, k6.version, companion.url, made);
    await writeFile(script, await scriptFor(scenario, { ...run.contract, contract: asked }, told));
    const variables = { ...variablesFor(run, judged), OUT: out, ...files };
    const log = {
      raw: join(scratch, `${run.startedAt.getTime()}-${logName}`),
      kept: join(run.folder, logName),
    };
    const launch = { program: k6.path, script, service: judged.pid ?? null, variables, log };
    const status = await runK6(run, launch, companion, stage);
    companion.check();
    return status;
  } finally {
    await companion.stop();
  }
}

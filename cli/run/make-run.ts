import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { duration } from '../../checks/wording.ts';
import { addLoads, addVainCalls, shouldBeginAgain, shouldGoOn, whyNoMore } from '../../reports/add-loads.ts';
import { type Facts, nothingToLoad } from '../../reports/facts.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import type { Report } from '../../reports/report.ts';
import { given } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import { otherAddress } from '../addresses.ts';
import type { Caller } from '../caller.ts';
import { embeddedService } from '../embedded-service.ts';
import { NoVerdict } from '../exit-status.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { toldToK6 } from '../transport.ts';
import { announcementOf, loadWords, wantConsent } from './announcement.ts';
import { interruptible } from './interruption.ts';
import { makeRunFolder, removeReports, withdrawRun, writeRun } from './run-folder.ts';
import { makeLoad, refuseContradiction } from './run-k6.ts';
import type { Run } from './started-run.ts';
import {
  furtherMs,
  furtherPlan,
  leastFurtherMs,
  longestMs,
  readWantedRun,
  type ScenarioOptions,
  type WantedRun,
} from './wanted-run.ts';

/** Runs one scenario in k6 and reads its report. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(scenario: Scenario, chosen: ScenarioOptions, caller: Caller) {
  const { env, say } = caller;
  // Nothing is running yet, so a signal may simply end this process.
  const wanted = await readWantedRun(scenario, chosen, env);
  const interruption = interruptible();
  try {
    const announcement = announcementOf(wanted, env);
    for (const line of [...notesOn(wanted, env), ...announcement]) if (line != null) say(line);
    if (announcement.length > 0) await wantConsent(wanted, caller, interruption);
    const folder = await makeRunFolder(wanted.options.out, scenario.name);
    const begun = { ...wanted, id: randomUUID(), startedAt: new Date(), folder, interruption, caller };
    const report = await makeRun(begun).catch(async (error) => {
      throw await withdrawRun(folder, begun.id, error);
    });
    return { report, folder };
  } finally {
    interruption.release();
  }
}

function notesOn({ contract, target, counterpart }: WantedRun, env: NodeJS.ProcessEnv) {
  const isIgnored = target === null && given(env['BASE_URL']) !== null;
  return [
    ...contract.warnings,
    isIgnored ? '--embedded: BASE_URL is not used.' : target?.note,
    counterpart?.note && `About the other service: ${counterpart.note}`,
  ];
}

const pauseMs = 10_000;

async function makeRun(begun: Omit<Run, 'k6' | 'judged' | 'scratch' | 'variables'>): Promise<Report> {
  const { target, transport, folder, loadsMost, withinMs, interruption, caller } = begun;
  const { env, say } = caller;
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-')).catch(({ code }) => {
    throw new NoVerdict(
      `No temporary folder can be made in ${tmpdir()} (${code}): set TMPDIR to a folder that can be written.`,
    );
  });
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const k6 = await obtainK6({ env, say, signal: interruption.signal }).finally(interruption.check);
    const judged = target ?? (await embeddedService(caller));
    if ('stop' in judged) closing.unshift(() => judged.stop());
    const variables = await toldToK6(transport, scratch);
    const run = { ...begun, k6, judged, scratch, variables };
    interruption.check();
    const words = loadWords(run);
    if (words !== null) say(words);
    const startedMs = performance.now();
    const leftMs = () => withinMs - (performance.now() - startedMs);
    const leftWords = () => `at most ${duration(1000 * Math.floor(leftMs() / 1000))} left`;
    let { k6Status, facts, report } = await makeLoad(run, 1, folder);
    while (shouldBeginAgain(report, facts) && leftMs() >= pauseMs + longestMs(run.plan)) {
      const { reason } = report;
      say(
        `${reason} The service may be starting, so all of it begins again in ${duration(pauseMs)}, ${leftWords()}.`,
      );
      await setTimeout(pauseMs, undefined, interruption).catch(() => {});
      interruption.check();
      await removeReports(folder);
      const waited = { ms: Math.round(performance.now() - startedMs), reason };
      const again = { ...run, startedAt: new Date(), waited };
      ({ k6Status, facts, report } = await makeLoad(again, 1, folder));
    }
    const loads: [Facts, ...Facts[]] = [facts];
    while (shouldGoOn(report, { most: loadsMost, made: loads.length })) {
      const measureMs = furtherMs(facts.plan.load?.measureMs ?? 0, leftMs(), run.further);
      if (measureMs === null) break;
      const made = loads.length + 1;
      const more = duration(1000 * Math.round(measureMs / 1000));
      say(`${report.reason} So the load goes on for ${more}: load ${made}, ${leftWords()}.`);
      const further = join(scratch, `load-${made}`);
      await mkdir(further);
      const plan = furtherPlan(run.further, measureMs);
      const { k6Status: status, facts: found } = await makeLoad({ ...run, plan }, made, further);
      k6Status = Math.max(k6Status, status);
      const isVain = found.before === null || nothingToLoad(found.before);
      if (!isVain) loads.push(found);
      facts = isVain ? addVainCalls(facts, found) : addLoads(loads);
      report = buildReport(facts);
      await writeRun({ facts, report }, folder);
      if (isVain) break;
    }
    if (report.run.completeness === 'unreachable' && report.run.transport?.proxy === undefined) {
      const other = await otherAddress(judged.baseUrl);
      if (other !== null) say(other);
    }
    const leastMs = leastFurtherMs(facts.plan.load?.measureMs ?? 0, run.further);
    const noRoom = `another load takes ${duration(leastMs)}, and less is left of ${duration(withinMs)} (--within)`;
    const isOver = withinMs > 0 && leftMs() < leastMs;
    const why = whyNoMore(report, { most: loadsMost, made: loads.length }, isOver ? noRoom : null);
    if (why !== null) say(why);
    refuseContradiction(k6Status, report);
    return report;
  } finally {
    for (const close of closing) await close();
  }
}

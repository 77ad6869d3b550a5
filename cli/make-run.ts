import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addLoads, addVainCalls, shouldGoOn } from '../reports/add-loads.ts';
import { buildReport } from '../reports/build/build.ts';
import { type Facts, nothingToLoad } from '../reports/facts.ts';
import type { Report } from '../reports/report.ts';
import { withoutBackups } from '../schemas/load-plan.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { type LoadPlanned, loadWords } from './announcement.ts';
import { variablesFor } from './child-environment.ts';
import { startCompanion } from './companion/start-companion.ts';
import type { LoadedContract } from './contract/read-contract.ts';
import { scriptFor } from './contract/script.ts';
import { say } from './exit-status.ts';
import { obtainK6 } from './k6/obtain-k6.ts';
import { freshRunIn } from './read-run.ts';
import { startedRun, writeRun } from './run-folder.ts';
import { type Interruption, refuseContradiction, runK6 } from './run-k6.ts';
import type { ScenarioOptions } from './run-scenario.ts';
import { type ComparedTarget, embeddedService, type Target } from './target.ts';
import type { TransportSettings } from './transport.ts';

/** One run, settled before anything is started. */
export interface WantedRun {
  readonly scenario: Scenario;
  readonly options: ScenarioOptions;
  /** null: the embedded reference service. */
  readonly target: Target | null;
  readonly counterpart: ComparedTarget | null;
  readonly transport: TransportSettings;
  readonly contract: LoadedContract;
  readonly plan: LoadPlanned;
  readonly startedAt: Date;
  readonly folder: string;
  readonly runId: string;
  /** So many times the load may be made. */
  readonly loadsMost: number;
  /** So many times all of it may be done while it is inconclusive. */
  readonly triesMost: number;
}

/** Starts everything that a run needs, runs k6 until the run can decide or may not go on, and ends everything again. */
export async function makeRun(wanted: WantedRun, interruption: Interruption): Promise<Report> {
  const { target, folder, runId, loadsMost } = wanted;
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const k6 = await obtainK6({ say });
    const judged = target ?? (await embeddedService());
    if ('stop' in judged) closing.unshift(() => judged.stop());
    const stage = { k6, judged, scratch, files: await settle(wanted, scratch), interruption };
    interruption.check();
    for (const words of loadWords(wanted)) say(words);
    let k6Status = await play(wanted, stage, folder, 1);
    let { facts, report } = await freshRunIn(folder, runId);
    const loads: [Facts, ...Facts[]] = [facts];
    while (shouldGoOn(report, { most: loadsMost, made: loads.length })) {
      const made = loads.length + 1;
      say(`Too few calls to decide, so the same load goes on: ${made} of at most ${loadsMost}.`);
      const further = join(scratch, `load-${made}`);
      await mkdir(further);
      k6Status = Math.max(k6Status, await play(wanted, stage, further, made));
      await copyFile(join(further, 'k6.log'), join(folder, `k6-${made}.log`));
      const { facts: more } = await freshRunIn(further, runId);
      const isVain = more.before === null || nothingToLoad(more.before);
      if (!isVain) loads.push(more);
      facts = isVain ? addVainCalls(facts, more) : addLoads(loads, loadsMost);
      report = buildReport(facts);
      await writeRun({ facts, report }, folder);
      if (isVain) break;
    }
    refuseContradiction(k6Status, report);
    return report;
  } finally {
    for (const close of closing) await close();
  }
}

/** What all runs of k6 for one run share. */
export interface Stage {
  readonly k6: Awaited<ReturnType<typeof obtainK6>>;
  readonly judged: Pick<Target, 'baseUrl' | 'token'>;
  /** A folder for what goes with the run. */
  readonly scratch: string;
  /** Variables that name files which every run of k6 reads. */
  readonly files: { readonly K6_CONFIG: string; readonly SSL_CERT_FILE?: string };
  readonly interruption: Interruption;
}

async function settle({ transport }: WantedRun, scratch: string): Promise<Stage['files']> {
  const k6Config = join(scratch, 'k6.json');
  // The operator's own configuration of k6 could log every header, and change every option.
  await writeFile(k6Config, '{}');
  if (transport.authorities === null) return { K6_CONFIG: k6Config };
  const authorities = join(scratch, 'authorities.pem');
  await writeFile(authorities, transport.authorities);
  return { K6_CONFIG: k6Config, SSL_CERT_FILE: authorities };
}

/** One run of k6 with a companion of its own. A further load creates no more backups and asks with other data. */
async function play(wanted: WantedRun, stage: Stage, folder: string, made: number): Promise<number> {
  const { scratch, files, interruption } = stage;
  const { contract } = wanted.contract;
  const [scenario, asked] =
    made === 1 ? [wanted.scenario.name, contract] : ['load', withoutBackups(contract)];
  const file = join(scratch, `${scenario}.js`);
  const companion = await startCompanion();
  try {
    const told = startedRun(wanted, stage, companion.url, made);
    await writeFile(file, await scriptFor(scenario, { ...wanted.contract, contract: asked }, told));
    const variables = { ...variablesFor(wanted, stage.judged, made), OUT: folder, ...files };
    interruption.check();
    return await runK6(wanted, stage, { file, variables, folder }, companion);
  } finally {
    await companion.stop();
  }
}

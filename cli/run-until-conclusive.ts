import { randomUUID } from 'node:crypto';
import { comparedEndpoints } from '../checks/comparison/measurement.ts';
import { availabilityCheck, connectionsCheck, errorBudgetCheck, offeredCheck } from '../checks/run-checks.ts';
import { buildReport } from '../reports/build/build.ts';
import type { Report, Try } from '../reports/report.ts';
import { decides } from '../reports/verdict.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { parseDurationMs } from '../schemas/run-settings.ts';
import { exitStatus, say, statusOf } from './exit-status.ts';
import { makeRun, type WantedRun } from './make-run.ts';
import { factsIn } from './read-run.ts';
import { setTryAside, withdrawRun, writeRun } from './run-folder.ts';
import type { Interruption } from './run-k6.ts';

const defaultPauseMs = 30_000;

/** A run, and while it is inconclusive, and may be otherwise, all of it again. A run without a verdict is not made again. */
export async function runUntilConclusive(
  wanted: Omit<WantedRun, 'startedAt' | 'runId'>,
  interruption: Interruption,
): Promise<Report> {
  const { options, folder, loadsMost, triesMost } = wanted;
  const pauseMs = parseDurationMs(options.retryPause ?? '') ?? defaultPauseMs;
  const tries: Try[] = [];
  for (;;) {
    const runId = randomUUID();
    // Other requests than before, those of its further loads included.
    const seed = String((Number(options.seed) + tries.length * loadsMost) % 2 ** 32);
    const run = { ...wanted, options: { ...options, seed }, startedAt: new Date(), runId };
    const report = await withdrawing(folder, runId, () => makeRun(run, interruption));
    if (statusOf(report) !== exitStatus.inconclusive || tries.length + 1 >= triesMost || isSeen(report))
      return await tellOf(report, tries, wanted);
    const { id, startedAt } = report.run;
    tries.push({ id, startedAt, reason: report.reason });
    await setTryAside(folder, tries.length);
    say(`Try ${tries.length} of ${triesMost} was inconclusive: ${report.reason}`);
    say(`Its report is in ${folder}/try-${tries.length}. The whole run again in ${pauseMs / 1000} s.`);
    await withdrawing(folder, runId, () => pause(pauseMs, interruption));
  }
}

const idsOf = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id);
const countedChecks = idsOf([errorBudgetCheck, ...endpointNames.map(offeredCheck)]);
const freshChecks = idsOf(comparedEndpoints.map(connectionsCheck));

/** What was open because of answers that came is no noise: a try that happens to meet none of them would hide it. */
export function isSeen({ findings, endpoints }: Report): boolean {
  const hadFailures = endpoints.some(({ failed, lost }) => failed + lost > 0);
  return findings
    .filter(decides)
    .some(
      ({ check, samples, floor, failures, outcomes }) =>
        (outcomes?.undecided ?? 0) > 0 ||
        (countedChecks.includes(check) && samples > floor) ||
        (freshChecks.includes(check) && failures > 0) ||
        (check === availabilityCheck.id && hadFailures),
    );
}

async function withdrawing<T>(folder: string, runId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await withdrawRun(folder, runId, error);
    throw error;
  }
}

/** The report in the run folder says what k6 does not know: how many tries there were, and whether its verdict counts. */
async function tellOf(
  report: Report,
  tries: readonly Try[],
  { folder, options }: Pick<WantedRun, 'folder' | 'options'>,
): Promise<Report> {
  const facts = await factsIn(folder);
  if (facts === null || (tries.length === 0 && options.advisory !== true)) return report;
  const known = tries.length === 0 ? {} : { tries };
  const advisory = options.advisory === true ? ({ advisory: true } as const) : {};
  const told = { ...facts, run: { ...facts.run, ...known, ...advisory } };
  const retold = buildReport(told);
  await writeRun({ facts: told, report: retold }, folder);
  return retold;
}

function pause(durationMs: number, interruption: Interruption): Promise<void> {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    interruption.forward = () => {
      clearTimeout(timer);
      resolve();
    };
  }).then(() => interruption.check());
}

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { connectionsCheck, errorBudgetCheck, offeredCheck } from '../../checks/run-checks.ts';
import type { Report, Try } from '../../reports/report.ts';
import { redactor } from '../../reports/secrets/redact.ts';
import { decides } from '../../reports/verdict.ts';
import { endpointNames, repeatableEndpoints } from '../../schemas/endpoints.ts';
import { given } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import type { Caller } from '../caller.ts';
import { secretsIn } from '../child-environment.ts';
import { exitStatus, statusOf } from '../exit-status.ts';
import { announcementOf, wantConsent } from './announcement.ts';
import { type Interruption, interruptible } from './interruption.ts';
import { makeRun } from './make-run.ts';
import { makeRunFolder, setTryAside, withdrawRun } from './run-folder.ts';
import { readWantedRun, type ScenarioOptions, type WantedRun } from './wanted-run.ts';

/** Runs one scenario in k6 and reads its report back. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(
  scenario: Scenario,
  chosen: ScenarioOptions,
  caller: Caller,
): Promise<{ readonly report: Report; readonly folder: string }> {
  const { env, say } = caller;
  // Nothing has been started before: a signal ends this process as it ends any other.
  const wanted = await readWantedRun(scenario, chosen, env);
  const interruption = interruptible();
  try {
    const redact = redactor(secretsIn(env));
    for (const note of notesOn(wanted, env)) say(redact(note));
    const announcement = announcementOf(wanted, env);
    for (const line of announcement) say(redact(line));
    if (announcement.length > 0 && wanted.plan.load !== null)
      await wantConsent(wanted.options, caller, interruption);
    const folder = await makeRunFolder(wanted.options.out, scenario.name);
    return { report: await runUntilConclusive(wanted, folder, interruption, caller), folder };
  } finally {
    interruption.release();
  }
}

function notesOn({ contract, target, counterpart }: WantedRun, env: NodeJS.ProcessEnv): string[] {
  const isIgnored = target === null && given(env['BASE_URL']) !== null;
  const notes = [
    ...contract.warnings,
    isIgnored ? '--embedded: BASE_URL is not used.' : target?.note,
    counterpart?.note && `About the other service: ${counterpart.note}`,
  ];
  return notes.filter((note) => note != null);
}

/** Repeats a whole run while it is inconclusive and may be otherwise. A run without a verdict is not repeated. */
async function runUntilConclusive(
  wanted: WantedRun,
  folder: string,
  interruption: Interruption,
  caller: Caller,
): Promise<Report> {
  const { say } = caller;
  const { loadsMost, triesMost, pauseMs } = wanted;
  const tries: Try[] = [];
  for (;;) {
    const id = randomUUID();
    // Other requests than before, those of its further loads included.
    const seed = (wanted.seed + tries.length * loadsMost) % 2 ** 32;
    try {
      const report = await makeRun(
        { ...wanted, seed, id, startedAt: new Date(), folder, tries },
        interruption,
        caller,
      );
      const isLast = tries.length + 1 >= triesMost;
      if (statusOf(report) !== exitStatus.inconclusive || isLast || isSeen(report)) return report;
      tries.push({ id: report.run.id, startedAt: report.run.startedAt, reason: report.reason });
      await setTryAside(folder, tries.length);
      say(`Try ${tries.length} of ${triesMost} was inconclusive: ${report.reason}`);
      say(
        `Its report is in ${folder}/try-${tries.length}. The whole run is repeated in ${pauseMs / 1000} s.`,
      );
      await setTimeout(pauseMs, undefined, interruption).catch(() => {});
      interruption.check();
    } catch (error) {
      throw await withdrawRun(folder, id, error);
    }
  }
}

const idsOf = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id);
const countedChecks = idsOf([errorBudgetCheck, ...endpointNames.map(offeredCheck)]);
const freshChecks = idsOf(repeatableEndpoints.map(connectionsCheck));

/** Whether answers left something open. That is not noise: a try that happens to get no such answer would hide it. */
export function isSeen({ findings }: Report): boolean {
  return findings
    .filter(decides)
    .some(
      ({ check, samples, floor, failures, outcomes }) =>
        (outcomes?.undecided ?? 0) > 0 ||
        (countedChecks.includes(check) && samples > floor) ||
        (freshChecks.includes(check) && failures > 0),
    );
}

import { randomUUID } from 'node:crypto';

import type { Report } from '../../reports/report.ts';
import { redactor } from '../../reports/secrets/redact.ts';

import { given } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import type { Caller } from '../caller.ts';
import { secretsIn } from '../child-environment.ts';
import { announcementOf, wantConsent } from './announcement.ts';
import { interruptible } from './interruption.ts';
import { makeRun } from './make-run.ts';
import { makeRunFolder, withdrawRun } from './run-folder.ts';
import { readWantedRun, type ScenarioOptions, type WantedRun } from './wanted-run.ts';

/** Runs one scenario in k6 and reads its report. Throws UsageError, or NoVerdict with the reason. */
export async function runScenario(
  scenario: Scenario,
  chosen: ScenarioOptions,
  caller: Caller,
): Promise<{ readonly report: Report; readonly folder: string }> {
  const { env, say } = caller;
  // Nothing is running yet, so a signal may simply end this process.
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
    const run = { ...wanted, id: randomUUID(), startedAt: new Date(), folder };
    const report = await makeRun(run, interruption, caller).catch(async (error) => {
      throw await withdrawRun(folder, run.id, error);
    });
    return { report, folder };
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

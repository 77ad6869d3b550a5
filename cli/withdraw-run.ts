import { buildReport } from '../reports/build/build.ts';
import { completenessOf } from '../reports/build/completeness.ts';
import { NoVerdict } from './exit-status.ts';
import { factsIn } from './read-run.ts';
import { removeReport } from './run-folder.ts';
import { writeRun } from './write-run.ts';

/** After a run that came to no verdict, whatever k6 wrote of it: its folder says the same as the exit status. */
export async function withdrawRun(folder: string, runId: string, error: unknown): Promise<void> {
  const facts = await factsIn(folder).catch(() => null);
  if (facts === null) return removeReport(folder);
  if (facts.run.id !== runId || completenessOf(facts) !== 'complete') return;
  const reason = error instanceof Error ? error.message : String(error);
  const completeness = error instanceof NoVerdict ? error.completeness : 'broken';
  const withdrawn = { ...facts, withdrawn: { completeness, reason } };
  await writeRun({ facts: withdrawn, report: buildReport(withdrawn) }, folder);
}

import type { Run } from '../reports/report.ts';
import { cause, decide } from '../reports/verdict.ts';
import { NoVerdict } from './exit-status.ts';
import { reportIn } from './read-report.ts';
import { removeReport } from './run-folder.ts';
import { writeReport } from './write-report.ts';

/** After a run that came to no verdict, whatever k6 wrote of it: its folder says the same as the exit status. */
export async function withdrawReport(folder: string, runId: string, error: unknown): Promise<void> {
  const report = await reportIn(folder).catch(() => null);
  if (report === null) return removeReport(folder);
  if (report.run.id !== runId || report.run.completeness !== 'complete') return;
  const text = error instanceof Error ? error.message : String(error);
  const completeness: Run['completeness'] = error instanceof NoVerdict ? error.completeness : 'broken';
  const decision = decide(
    report.findings,
    [cause('inconclusive', text, 'See k6.log, and run it again.')],
    completeness,
  );
  await writeReport({ ...report, ...decision, run: { ...report.run, completeness } }, folder);
}

import { writeFile } from 'node:fs/promises';
import { renderAll } from '../reports/render-all.ts';
import type { FinishedRun } from './read-run.ts';

/** Writes every file of a run folder. */
export async function writeRun({ facts, report }: FinishedRun, folder: string): Promise<void> {
  const files = renderAll(report, facts, { folder, toTerminal: false, colour: false });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(path, text)));
}

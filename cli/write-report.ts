import { writeFile } from 'node:fs/promises';
import { renderAll } from '../reports/render-all.ts';
import type { Report } from '../reports/report.ts';

/** Writes every file of a run folder from its report. */
export async function writeReport(report: Report, folder: string): Promise<void> {
  const files = renderAll(report, { folder, toTerminal: false, colour: false });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(path, text)));
}

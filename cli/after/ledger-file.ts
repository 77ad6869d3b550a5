import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LedgerLine } from '../../dist/ledger-types.ts';
import { onlyNew, readLedger } from '../../reports/after/ledger/line.ts';
import { refuseWriting, UsageError } from '../exit-status.ts';
import { readInputFile } from '../input-file.ts';
import { makeFolder } from '../make-folder.ts';

/** Rejects with UsageError if it is missing or broken. */
export async function readLedgerFile(file: string): Promise<LedgerLine[]> {
  const text = await textOf(file);
  if (text === null) throw new UsageError(`${file}: there is no such ledger`);
  return linesIn(file, text);
}

/**
 * Adds the runs that the ledger does not hold yet: all of them or, if one of its lines is broken, none. The system appends
 * what is written at once as a whole, so several processes need no lock: a run that two of them add counts once.
 */
export async function addToLedger(file: string, found: readonly LedgerLine[]) {
  await makeFolder(dirname(file)).catch(refuseWriting(file));
  const text = (await textOf(file)) ?? '';
  const lines = linesIn(file, text);
  const added = onlyNew(lines, found);
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (more !== '') await appendFile(file, start + more, { flush: true }).catch(refuseWriting(file));
  return { lines: [...lines, ...added], added };
}

function linesIn(file: string, text: string): LedgerLine[] {
  try {
    return readLedger(text);
  } catch (error) {
    const torn = text.endsWith('\n') ? '' : ' A write was cut off if this is the last line: then delete it.';
    throw new UsageError(`${file} is not a ledger: ${(error as Error).message}${torn} Nothing was written.`);
  }
}

/** null: there is no such file. */
async function textOf(file: string): Promise<string | null> {
  return (await readInputFile(file, mostMb))?.toString() ?? null;
}

const mostMb = 100;

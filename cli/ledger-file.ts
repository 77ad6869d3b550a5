import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onlyNew, readLedger } from '../reports/ledger/line.ts';
import type { LedgerLine } from '../schemas/ledger.ts';
import { refuseFile, UsageError } from './exit-status.ts';

/** The lock is held for milliseconds: an older one was left behind by a crash. */
const staleMs = 5000;
const pauseMs = 20;

export interface Ledger {
  /** All runs, the added ones too. */
  readonly lines: readonly LedgerLine[];
  readonly added: readonly LedgerLine[];
}

export async function readLedgerFile(file: string): Promise<Ledger> {
  return { lines: linesIn(file, await textOf(file)), added: [] };
}

/** Adds the runs that the ledger does not hold yet: all of them or, if one of its lines is broken, none. */
export async function addToLedger(file: string, found: readonly LedgerLine[]): Promise<Ledger> {
  const lock = `${file}.lock`;
  await mkdir(dirname(file), { recursive: true }).catch(refuseFile(file, 'written'));
  await takeLock(lock).catch(refuseFile(lock, 'written'));
  try {
    const text = await textOf(file, '');
    const lines = linesIn(file, text);
    const added = onlyNew(lines, found);
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (more !== '')
      await appendFile(file, start + more, { flush: true })
        .catch(async (error) => {
          // A full disk may have taken a part of it.
          await truncate(file, Buffer.byteLength(text)).catch(() => {});
          throw error;
        })
        .catch(refuseFile(file, 'written'));
    return { lines: [...lines, ...added], added };
  } finally {
    await rm(lock, { force: true });
  }
}

function linesIn(file: string, text: string): LedgerLine[] {
  try {
    return readLedger(text);
  } catch (error) {
    const torn = text.endsWith('\n') ? '' : ' A write was cut off if this is the last line: then delete it.';
    throw new UsageError(`${file} is not a ledger: ${(error as Error).message}${torn} Nothing was written.`);
  }
}

/** `absent` is the text of a missing file; without it, a missing file is wrong usage. */
async function textOf(file: string, absent?: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && absent !== undefined) return absent;
    throw new UsageError(`${file} cannot be read as a ledger (${error.code}).`);
  });
}

/**
 * One writer at a time, in all processes: whoever creates the lock file has the lock. A writer that was stopped for so long
 * that it lost the lock tears no line, because it writes once, at the end; a run that is in the ledger twice counts once.
 */
async function takeLock(lock: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(lock, '', { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(lock)) await rm(lock, { force: true });
    else await setTimeout(pauseMs);
  }
}

/** Also if clocks differ and its time is ahead. */
async function isStale(lock: string): Promise<boolean> {
  const madeAtMs = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  return Math.abs(Date.now() - madeAtMs) > staleMs;
}

import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onlyNew, readLedger } from '../reports/ledger/line.ts';
import type { LedgerLine } from '../schemas/ledger.ts';
import { UsageError } from './exit-status.ts';

/** The lock is held for milliseconds: one as old as this was left behind by a crash. */
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

/** Adds the runs that the ledger does not hold yet: all of them or, where a line of it is broken, none. */
export async function addToLedger(file: string, found: readonly LedgerLine[]): Promise<Ledger> {
  const lock = `${file}.lock`;
  await mkdir(dirname(file), { recursive: true }).catch((error) => refuse(file, error));
  await takeLock(lock).catch((error) => refuse(lock, error));
  try {
    const text = await textOf(file, '');
    const lines = linesIn(file, text);
    const added = onlyNew(lines, found);
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (more !== '')
      await appendFile(file, start + more, { flush: true }).catch(async (error) => {
        // A full disk takes a part of it.
        await truncate(file, Buffer.byteLength(text)).catch(() => {});
        refuse(file, error);
      });
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

/** `absent` stands for a file that is not there yet; without it, a ledger must be there. */
async function textOf(file: string, absent?: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && absent !== undefined) return absent;
    throw new UsageError(`${file} cannot be read as a ledger (${error.code}).`);
  });
}

/**
 * One writer at a time, also of several processes: whoever makes the lock file has it. One that was stopped for so long
 * that it lost the lock tears no line, as it writes once, at the end; a run that stands in the ledger twice counts once.
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

/** Also where clocks differ, and its time lies ahead. */
async function isStale(lock: string): Promise<boolean> {
  const madeAtMs = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  return Math.abs(Date.now() - madeAtMs) > staleMs;
}

function refuse(file: string, { code }: NodeJS.ErrnoException): never {
  throw new UsageError(`${file} cannot be written (${code}).`);
}

import { appendFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onlyNew, readLedger } from '../reports/ledger/read-ledger.ts';
import type { LedgerLine } from '../schemas/ledger.ts';
import { NoVerdict, UsageError } from './exit-status.ts';

const patienceMs = 30_000;
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
  await mkdir(dirname(file), { recursive: true }).catch((error) => refuse(file, error));
  const lock = await takeLock(`${file}.lock`);
  try {
    const text = await textOf(file, '');
    const lines = linesIn(file, text);
    const added = onlyNew(lines, found);
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (more !== '')
      await appendFile(file, start + more, { flush: true }).catch((error) => refuse(file, error));
    return { lines: [...lines, ...added], added };
  } finally {
    await rm(lock, { force: true });
  }
}

function linesIn(file: string, text: string): LedgerLine[] {
  try {
    return readLedger(text);
  } catch (error) {
    throw new UsageError(`${file} is no ledger: ${(error as Error).message} Nothing was written.`);
  }
}

/** `absent` stands for a file that is not there yet; without it, a ledger must be there. */
async function textOf(file: string, absent?: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && absent !== undefined) return absent;
    throw new UsageError(`${file} cannot be read as a ledger (${error.code}).`);
  });
}

/** One writer at a time, also of several processes: whoever makes the lock file has it. */
async function takeLock(lock: string): Promise<string> {
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    try {
      const handle = await open(lock, 'wx');
      await handle.close();
      return lock;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') return refuse(lock, error as NodeJS.ErrnoException);
      if (Date.now() > untilMs)
        throw new NoVerdict(`${lock} is in the way: if no other ledger command is at work, remove it.`);
      await setTimeout(pauseMs);
    }
  }
}

function refuse(file: string, { code }: NodeJS.ErrnoException): never {
  throw new UsageError(`${file} cannot be written (${code}).`);
}

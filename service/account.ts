import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createFileOnce } from './durable-file.ts';

/** The one user of this service; made on first start and kept. */
export interface Account {
  readonly id: string;
  readonly created_at: string;
}

export async function openAccount(path: string): Promise<Account> {
  const fresh: Account = {
    id: `usr_${randomBytes(9).toString('base64url')}`,
    created_at: new Date().toISOString(),
  };
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept === null) await createFileOnce(path, JSON.stringify(fresh));
  return JSON.parse(kept ?? (await readFile(path, 'utf8')));
}

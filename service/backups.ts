import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignore, replaceFile } from './durable-file.ts';

export interface Backup {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string;
  /** How many calls to encrypt had succeeded when the backup was made. */
  readonly encryptions: number;
}

export interface Backups {
  create(userId: string, encryptions: () => number): Promise<Backup>;
  latest(): Backup | undefined;
}

/** Backups stand one to a file, named so that names sort by age; only the newest `kept` stay. */
export async function openBackups(folder: string, kept: number): Promise<Backups> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let latest = await newestIn(folder);
  let queue: Promise<unknown> = Promise.resolve();

  async function create(userId: string, encryptions: () => number): Promise<Backup> {
    const createdAt = new Date().toISOString();
    const backup: Backup = {
      id: `bkp_${randomBytes(9).toString('base64url')}`,
      created_at: createdAt,
      user_id: userId,
      encryptions: encryptions(),
    };
    await replaceFile(join(folder, fileName(backup)), JSON.stringify(backup));
    latest = backup;
    await removeAllBut(kept, folder);
    return backup;
  }

  return {
    latest: () => latest,
    // One at a time: several writers waiting for the disk would fill the thread pool.
    create(userId, encryptions) {
      const done = queue.then(() => create(userId, encryptions));
      queue = done.catch(() => undefined);
      return done;
    },
  };
}

function fileName({ id, created_at }: Backup): string {
  return `${created_at.replaceAll(':', '-')}-${id}.json`;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.json')).sort();
}

async function newestIn(folder: string): Promise<Backup | undefined> {
  const name = (await namesIn(folder)).at(-1);
  return name === undefined ? undefined : JSON.parse(await readFile(join(folder, name), 'utf8'));
}

async function removeAllBut(kept: number, folder: string): Promise<void> {
  const surplus = (await namesIn(folder)).slice(0, -kept);
  await Promise.all(surplus.map((name) => unlink(join(folder, name)).catch(ignore('ENOENT'))));
}

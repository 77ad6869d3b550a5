import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Executable, pinnedVersion, usableVersion } from './executable.ts';

/** The file name of k6 on this system. */
export const executableName = process.platform === 'win32' ? 'k6.exe' : 'k6';

/** Where a k6 that was fetched or built is kept. */
export function cacheFolder({ HARNESS_CACHE_DIR, XDG_CACHE_HOME, HOME }: NodeJS.ProcessEnv): string {
  const caches = XDG_CACHE_HOME || join(HOME || homedir(), '.cache');
  return resolve(HARNESS_CACHE_DIR || join(caches, 'encryption-backup-harness'));
}

export function cachedK6(folder: string): string {
  return join(folder, `k6-v${pinnedVersion}-${process.platform}-${process.arch}`, executableName);
}

/**
 * `make` puts a k6 into the empty folder it is given and returns its path. Only a k6 that runs gets into the cache, by
 * one rename, so that parallel processes cannot damage it.
 */
export async function putIntoCache(
  folder: string,
  env: NodeJS.ProcessEnv,
  make: (work: string) => Promise<string>,
): Promise<Executable> {
  const path = cachedK6(folder);
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'work-'));
  try {
    const made = await make(work);
    await chmod(made, 0o755);
    const version = await usableVersion(made, env);
    await mkdir(dirname(path), { recursive: true });
    await rename(made, path);
    return { path, version };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

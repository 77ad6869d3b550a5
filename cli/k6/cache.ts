import { access, chmod, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { type Executable, pinnedVersion, usableVersion } from './executable.ts';

/** The file name of k6 on this system. */
export const executableName = process.platform === 'win32' ? 'k6.exe' : 'k6';

/** The user's cache folder; if it cannot be written (a container without a home), one inside the package. */
export async function cacheFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const { HARNESS_CACHE_DIR, XDG_CACHE_HOME = '', HOME } = env;
  if (HARNESS_CACHE_DIR) return resolve(HARNESS_CACHE_DIR);
  try {
    const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME || homedir(), '.cache');
    const own = join(caches, 'encryption-backup-harness');
    await mkdir(own, { recursive: true });
    await access(own, constants.W_OK);
    return own;
  } catch {
    return join(packageRoot(), '.cache');
  }
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

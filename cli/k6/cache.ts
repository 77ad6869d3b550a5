import { access, chmod, constants, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { type Executable, pinnedVersion, usableVersion } from './executable.ts';

/** The file name of k6 on this system. */
export const executableName = process.platform === 'win32' ? 'k6.exe' : 'k6';
const staleAfterMs = 24 * 3600 * 1000;

/** The user's cache folder; if it cannot be written (a container without a home), one inside the package. */
export async function cacheFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const { HARNESS_CACHE_DIR } = env;
  if (HARNESS_CACHE_DIR) return resolve(HARNESS_CACHE_DIR);
  const own = join(userCaches(env), 'encryption-backup-harness');
  return (await isWritable(own)) ? own : join(packageRoot(), '.cache');
}

export function cachedK6(folder: string): string {
  return join(folder, `k6-v${pinnedVersion}-${process.platform}-${process.arch}`, executableName);
}

/**
 * `make` puts a k6 into the empty folder it is given and returns its path. Only a k6 that runs gets into the cache, by
 * one rename, so that parallel processes cannot damage it: a later one keeps what an earlier one put there.
 */
export async function putIntoCache(
  folder: string,
  env: NodeJS.ProcessEnv,
  make: (work: string) => Promise<string>,
): Promise<Executable> {
  await mkdir(folder, { recursive: true });
  await removeStaleWork(folder);
  const work = await mkdtemp(join(folder, 'work-'));
  try {
    const made = await make(work);
    await chmod(made, 0o755);
    const version = await usableVersion(made, env);
    const path = cachedK6(folder);
    const isThere = await usableVersion(path, env).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await mkdir(dirname(path), { recursive: true });
      await rename(made, path);
    }
    return { path, version };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export async function isWritable(folder: string): Promise<boolean> {
  if (!isAbsolute(folder)) return false;
  return mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
}

function userCaches(env: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA } = env;
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
  if (process.platform === 'darwin') return join(HOME || home(), 'Library', 'Caches');
  return XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME || home(), '.cache');
}

/** Empty, and so not writable, for a user whom the system does not list. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Leftovers of processes that were killed. */
async function removeStaleWork(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('work-')) continue;
    const work = join(folder, name);
    const { mtimeMs } = await stat(work).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > staleAfterMs) await rm(work, { recursive: true, force: true });
  }
}

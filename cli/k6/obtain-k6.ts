import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { withoutSecrets } from '../child-environment.ts';
import { makeFolder } from '../named-file.ts';
import { packageRoot } from '../package-root.ts';
import {
  answerOf,
  executableName,
  firstThatServes,
  onPath,
  pinnedVersion,
  supportedWords,
  usableVersion,
} from './executable.ts';
import { type Archive, fetchRelease, type Making, releaseArchive } from './release.ts';

/** `source`: the way by which it was obtained. */
export type K6 = { path: string; version: string; source: string };

/** Finds, fetches or builds a k6; rejects with the reason of each way if none serves. `archive`: default: that of this platform. */
export async function obtainK6({
  env: given = process.env,
  say = () => {},
  signal = new AbortController().signal,
  archive,
}: Partial<Omit<Making, 'work'>> & { archive?: Archive } = {}): Promise<K6> {
  // None of the programs here calls the service.
  const env = withoutSecrets(given);
  const at = (source: string, path: string) => ({
    name: source,
    serve: async () => ({ path, version: await usableVersion(path, { env, cancelSignal: signal }), source }),
  });
  const { K6_BIN } = env;
  // The operator asked for this one, so no other replaces it.
  if (K6_BIN) return firstThatServes('k6', [at('K6_BIN', resolve(K6_BIN))], adviceOnK6Bin, () => {}, signal);
  const cache = cacheFolder(env);
  const made = (source: string, make: (making: Making) => Promise<string>) => ({
    name: source,
    serve: async () => {
      if (cache === null) throw new Error('there is no folder to keep it in: set HARNESS_CACHE_DIR or HOME');
      const startedMs = performance.now();
      const k6 = await putIntoCache(cache, env, (work) => make({ env, work, say, signal }));
      const tookS = Math.ceil((performance.now() - startedMs) / 1000);
      say(`k6 is ready after ${tookS} s. It is kept in ${cache} for later runs.`);
      return { ...k6, source };
    },
  });
  const ways = [
    ...onPath(['k6'], env).map((file) => at('PATH', file)),
    ...(cache === null ? [] : [cachedK6(cache)]).filter(existsSync).map((file) => at('cache', file)),
    made('release', (making) => fetchRelease(archive ?? releaseArchive(), making)),
    made('go', buildWithGo),
  ];
  return firstThatServes('k6', ways, adviceOnInstalling, say, signal);
}

const adviceOnK6Bin = 'correct K6_BIN, or unset it so that the harness gets k6 by itself.';
const adviceOnInstalling = `install k6 ${supportedWords} (https://grafana.com/docs/k6/latest/set-up/install-k6/) or Go 1.25 or newer, or set K6_BIN to the file of a k6, or K6_RELEASE_URL to a mirror of its releases.`;

/** Where a k6 that was fetched or built is kept; null: this user has no home, and nothing else names a place. */
export function cacheFolder({ HARNESS_CACHE_DIR, XDG_CACHE_HOME, HOME }: NodeJS.ProcessEnv): string | null {
  if (HARNESS_CACHE_DIR) return resolve(HARNESS_CACHE_DIR);
  const home = HOME || homeOfUser();
  const caches = XDG_CACHE_HOME || (home && join(home, '.cache'));
  return caches ? resolve(caches, 'encryption-backup-harness') : null;
}

function homeOfUser(): string | null {
  try {
    return homedir();
  } catch {
    return null;
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
) {
  const path = cachedK6(folder);
  await makeFolder(folder);
  const work = await mkdtemp(join(folder, 'work-'));
  try {
    const made = await make(work);
    await chmod(made, 0o755);
    const version = await usableVersion(made, { env });
    await makeFolder(dirname(path));
    await rename(made, path);
    return { path, version };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Builds the pinned module into `work` and returns the path of k6. Nothing is written into the module's folder. */
export async function buildWithGo({ env, work, say, signal }: Making): Promise<string> {
  const [go] = onPath(['go'], env);
  if (go === undefined) throw new Error('no Go toolchain on PATH');
  say(
    `Building k6 ${pinnedVersion} with ${go}, once: this takes one to three minutes without further output.`,
  );
  const to = join(work, executableName);
  await answerOf(go, ['build', '-mod=readonly', '-ldflags=-s -w', '-o', to, 'go.k6.io/k6/v2'], {
    cwd: join(packageRoot(), 'cli', 'k6', 'module'),
    // Like the release: static, for this machine, whatever go.work or GOOS says.
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', GOOS: undefined, GOARCH: undefined },
    timeout: 20 * 60_000,
    // On an interrupt Go waits for its compilers and removes its files.
    killSignal: 'SIGINT',
    cancelSignal: signal,
  });
  return to;
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutSecrets } from '../child-environment.ts';
import { cachedK6, cacheFolder, putIntoCache } from './cache.ts';
import {
  type Executable,
  firstThatServes,
  type Making,
  onPath,
  type Say,
  supportedWords,
  usableVersion,
  type Way,
} from './executable.ts';
import { buildWithGo } from './go-build.ts';
import { type Archive, fetchRelease, releaseArchive } from './release.ts';

type K6Source = 'K6_BIN' | 'PATH' | 'cache' | 'release' | 'go';
export type K6 = Executable & { source: K6Source };

export type K6Options = {
  env?: NodeJS.ProcessEnv;
  /** Gets one line for each slow step and each fault. */
  say?: Say;
  /** Ends what has been begun. */
  signal?: AbortSignal;
  /** The release archive to fetch; default: that of this platform. */
  archive?: Archive;
};

/** Finds, fetches or builds a k6; rejects with the reason of each way if none serves. */
export async function obtainK6({ say = () => {}, archive, signal, ...options }: K6Options = {}): Promise<K6> {
  // None of the programs here calls the service.
  const env = withoutSecrets(options.env ?? process.env);
  const at = (source: K6Source, path: string): Way<K6> => ({
    name: source,
    serve: async () => ({ path, version: await usableVersion(path, env, signal), source }),
  });
  const { K6_BIN } = env;
  // The operator asked for this one, so no other replaces it.
  if (K6_BIN) return firstThatServes('k6', [at('K6_BIN', resolve(K6_BIN))], adviceOnK6Bin, () => {}, signal);
  const cache = cacheFolder(env);
  const made = (source: K6Source, make: (making: Making) => Promise<string>): Way<K6> => ({
    name: source,
    serve: async () => ({
      ...(await putIntoCache(cache, env, (work) => make({ env, work, say, signal }))),
      source,
    }),
  });
  const ways = [
    ...onPath(['k6'], env).map((file) => at('PATH', file)),
    ...[cachedK6(cache)].filter(existsSync).map((file) => at('cache', file)),
    made('release', (making) => fetchRelease(archive ?? releaseArchive(), making)),
    made('go', buildWithGo),
  ];
  return firstThatServes('k6', ways, adviceOnInstalling, say, signal);
}

const adviceOnK6Bin = 'correct K6_BIN, or unset it so that the harness gets k6 by itself.';
const adviceOnInstalling = `install k6 ${supportedWords} (https://grafana.com/docs/k6/latest/set-up/install-k6/) so that
it is on PATH, or set K6_BIN to its file, or set K6_RELEASE_URL to a mirror of k6's releases that can be reached,
or install Go 1.25 or newer. HARNESS_CACHE_DIR names another folder to keep k6 in.`;

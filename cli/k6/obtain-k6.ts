import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutSecrets } from '../child-environment.ts';
import { cachedK6, cacheFolder, putIntoCache } from './cache.ts';
import {
  Absent,
  type Attempt,
  type Executable,
  firstThatServes,
  firstUsable,
  listAttempts,
  onPath,
  reasonOf,
  type Say,
  supportedWords,
  usableVersion,
  type Way,
} from './executable.ts';
import { buildWithGo } from './go-build.ts';
import { type Archive, fetchRelease, releaseArchive, releaseUrl } from './release.ts';

type K6Source = 'K6_BIN' | 'PATH' | 'cache' | 'release' | 'go';
export type K6 = Executable & { source: K6Source };

export type K6Options = {
  env?: NodeJS.ProcessEnv;
  /** Gets one line for each slow step and each fault. */
  say?: Say;
  /** The release archive to fetch; default: that of this platform. */
  archive?: Archive | undefined;
};

/** There is no usable k6: `attempts` has every way that was tried, and the reason. */
export class K6Unavailable extends Error {
  override readonly name = 'K6Unavailable';
  readonly attempts: Attempt[];

  constructor(attempts: Attempt[], advice: string) {
    super(`No usable k6 found. Tried in this order:\n${listAttempts(attempts)}\n${advice}`);
    this.attempts = attempts;
  }
}

/** Finds, fetches or builds a k6; rejects with `K6Unavailable`. */
export async function obtainK6(options: K6Options = {}): Promise<K6> {
  const { say = () => {} } = options;
  // None of the programs here calls the service.
  const env = withoutSecrets(options.env ?? process.env);
  const archive = 'archive' in options ? options.archive : releaseArchive(process.platform, process.arch);
  const { K6_BIN } = env;
  if (K6_BIN) return fromOperator(resolve(K6_BIN), env);
  const ways: Way<K6>[] = [
    { name: 'PATH', serve: () => fromPath(env, say) },
    { name: 'cache', serve: () => fromCache(env) },
    { name: 'release', serve: () => fromRelease(archive, env, say) },
    { name: 'Go', serve: () => fromGo(env, say) },
  ];
  return firstThatServes(ways, say, (attempts) => new K6Unavailable(attempts, installAdvice));
}

const installAdvice = `What to do: install k6 ${supportedWords} (https://grafana.com/docs/k6/latest/set-up/install-k6/) so that
it is on PATH, or set K6_BIN to its file, or set K6_RELEASE_URL to a mirror of k6's releases that can be reached,
or install Go 1.25 or newer.`;

/** The operator asked for this one, so no other replaces it. */
async function fromOperator(path: string, env: NodeJS.ProcessEnv): Promise<K6> {
  try {
    return { path, version: await usableVersion(path, env), source: 'K6_BIN' };
  } catch (error) {
    const advice = 'What to do: correct K6_BIN, or unset it so that the harness gets k6 by itself.';
    throw new K6Unavailable([{ way: 'K6_BIN', reason: reasonOf(error) }], advice);
  }
}

async function fromPath(env: NodeJS.ProcessEnv, say: Say): Promise<K6> {
  const files = onPath(['k6'], env);
  if (files.length === 0) throw new Absent('no k6 in its folders');
  return { ...(await firstUsable(files, (path) => usableVersion(path, env), say)), source: 'PATH' };
}

async function fromCache(env: NodeJS.ProcessEnv): Promise<K6> {
  const path = cachedK6(await cacheFolder(env));
  if (!existsSync(path)) throw new Absent(`nothing yet at ${path}`);
  return { path, version: await usableVersion(path, env), source: 'cache' };
}

async function fromRelease(archive: Archive | undefined, env: NodeJS.ProcessEnv, say: Say): Promise<K6> {
  if (archive === undefined)
    throw new Absent(`there is no k6 release for ${process.platform} on ${process.arch}`);
  const folder = await cacheFolder(env);
  const k6 = await putIntoCache(folder, env, (work) => fetchRelease(archive, releaseUrl(env), work, say));
  return { ...k6, source: 'release' };
}

async function fromGo(env: NodeJS.ProcessEnv, say: Say): Promise<K6> {
  const k6 = await putIntoCache(await cacheFolder(env), env, (work) => buildWithGo(env, work, say));
  return { ...k6, source: 'go' };
}

import { join } from 'node:path';
import { execa } from 'execa';
import { moduleFolder, packageRoot } from '../package-root.ts';
import { executableName } from './cache.ts';
import { endingWhole, onPath, pinnedVersion, type Say } from './executable.ts';

const longestBuildMs = 20 * 60_000;

/** Builds the pinned module into `work` and returns the path of k6. Nothing is written into the module's folder. */
export async function buildWithGo(
  env: NodeJS.ProcessEnv,
  work: string,
  say: Say,
  signal?: AbortSignal,
): Promise<string> {
  // The official installer's folder is not on PATH.
  const [go] = [...onPath(['go'], env), ...onPath(['go'], { PATH: '/usr/local/go/bin' })];
  if (go === undefined) throw new Error('no Go toolchain on PATH');
  say(`building k6 ${pinnedVersion} with ${go}; without a cache this takes about 80 s on 2 cores`);
  const to = join(work, executableName);
  const running = execa(go, ['build', '-mod=readonly', '-ldflags=-s -w', '-o', to, 'go.k6.io/k6/v2'], {
    cwd: join(packageRoot(), moduleFolder),
    // Like the release: static, for this machine, whatever go.work or GOOS says.
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', GOOS: undefined, GOARCH: undefined },
    extendEnv: false,
    stdin: 'ignore',
    detached: true,
    timeout: longestBuildMs,
    // On an interrupt Go waits for its compilers and removes its files.
    killSignal: 'SIGINT',
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    reject: false,
  });
  const result = await endingWhole(running);
  if (!result.failed) return to;
  const words = result.timedOut
    ? `not finished after ${longestBuildMs / 60_000} min`
    : result.stderr.trim().split('\n').slice(-3).join(' / ').slice(0, 400);
  throw new Error(`${go} could not build k6 (Go 1.25 or newer is needed): ${words || result.shortMessage}`);
}

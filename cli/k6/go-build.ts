import { join } from 'node:path';
import { moduleFolder, packageRoot } from '../package-root.ts';
import { executableName } from './cache.ts';
import { answerOf, type Making, onPath, pinnedVersion } from './executable.ts';

/** Builds the pinned module into `work` and returns the path of k6. Nothing is written into the module's folder. */
export async function buildWithGo({ env, work, say, signal }: Making): Promise<string> {
  // The official installer's folder is not on PATH.
  const [go] = [...onPath(['go'], env), ...onPath(['go'], { PATH: '/usr/local/go/bin' })];
  if (go === undefined) throw new Error('no Go toolchain on PATH');
  say(`building k6 ${pinnedVersion} with ${go}; without a cache this takes about 80 s on 2 cores`);
  const to = join(work, executableName);
  await answerOf(go, {
    args: ['build', '-mod=readonly', '-ldflags=-s -w', '-o', to, 'go.k6.io/k6/v2'],
    cwd: join(packageRoot(), moduleFolder),
    // Like the release: static, for this machine, whatever go.work or GOOS says.
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', GOOS: undefined, GOARCH: undefined },
    timeout: 20 * 60_000,
    // On an interrupt Go waits for its compilers and removes its files.
    killSignal: 'SIGINT',
    signal,
  });
  return to;
}

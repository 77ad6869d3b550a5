import { join } from 'node:path';
import { execa } from 'execa';
import { moduleFolder, packageRoot } from '../package-root.ts';
import { executableName, isWritable } from './cache.ts';
import { Absent, answerOf, onPath, pinnedVersion, type Say } from './executable.ts';

type GoSettings = { GOVERSION: string; GOCACHE: string; GOMODCACHE: string };

const k6Package = 'go.k6.io/k6/v2';
const neededGo = 'Go 1.25 or newer';
const longestBuildMs = 20 * 60_000;

/** Builds the pinned module into `work` and returns the path of k6. Nothing is written into the module's folder. */
export async function buildWithGo(env: NodeJS.ProcessEnv, work: string, say: Say): Promise<string> {
  const go = findGo(env);
  const settings = await goSettings(go, env);
  const spare = await spareFolders(settings, work);
  say(
    `building k6 ${pinnedVersion} with ${settings.GOVERSION}; without a cache this takes about 80 s on 2 cores`,
  );
  const to = join(work, executableName);
  const result = await execa(go, buildArguments(to, 'GOMODCACHE' in spare), {
    cwd: join(packageRoot(), moduleFolder),
    // Like the release: static, for this machine, whatever go.work or GOOS says.
    env: { ...env, ...spare, CGO_ENABLED: '0', GOWORK: 'off', GOOS: undefined, GOARCH: undefined },
    extendEnv: false,
    stdin: 'ignore',
    timeout: longestBuildMs,
    reject: false,
  });
  if (!result.failed) return to;
  const words = result.timedOut
    ? `not finished after ${longestBuildMs / 60_000} min`
    : complaint(result.stderr);
  throw new Error(
    `${settings.GOVERSION} could not build k6 (${neededGo} is needed): ${words || result.shortMessage}`,
  );
}

/** Replaces Go folders that cannot be written, as without a home, by folders in `work`. */
export async function spareFolders(settings: GoSettings, work: string): Promise<Partial<GoSettings>> {
  const spare: Partial<GoSettings> = {};
  if (!(await isWritable(settings.GOCACHE))) spare.GOCACHE = join(work, 'go-build');
  if (!(await isWritable(settings.GOMODCACHE))) spare.GOMODCACHE = join(work, 'go-mod');
  return spare;
}

/** Go's error messages, without its progress. */
export function complaint(stderr: string): string {
  const lines = stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('go: downloading '));
  return lines.slice(0, 3).join(' / ').slice(0, 400);
}

/** Also looks into the official installer's folder, which is not on PATH. */
function findGo(env: NodeJS.ProcessEnv): string {
  const go = onPath(['go'], env)[0] ?? onPath(['go'], { PATH: '/usr/local/go/bin' })[0];
  if (go === undefined) throw new Absent('no Go toolchain on PATH');
  return go;
}

async function goSettings(go: string, env: NodeJS.ProcessEnv): Promise<GoSettings> {
  const args = ['env', '-json', 'GOVERSION', 'GOCACHE', 'GOMODCACHE'];
  const output = await answerOf(go, {
    args,
    env: { ...env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    timeoutMs: 30_000,
  });
  return JSON.parse(output);
}

/** A module cache in a folder that is deleted afterwards must be writable; by default it is not. */
function buildArguments(to: string, spareModules: boolean): string[] {
  const rw = spareModules ? ['-modcacherw'] : [];
  return ['build', '-mod=readonly', ...rw, '-ldflags=-s -w', '-o', to, k6Package];
}

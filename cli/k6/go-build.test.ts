import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildWithGo, complaint, spareFolders } from './go-build.ts';
import { standIn, temporaryFolder } from './stand-in.ts';

const settings = (folder: string, version = 'go1.26.8') => ({
  GOVERSION: version,
  GOCACHE: join(folder, 'build'),
  GOMODCACHE: join(folder, 'mod'),
});

/** Answers `go env` with its settings; `build` is what it does otherwise, with its arguments in `$*`. */
function goStandIn(folder: string, build: string, version?: string): NodeJS.ProcessEnv {
  const go = join(folder, 'bin', 'go');
  standIn(go, `if [ $1 = env ]; then echo '${JSON.stringify(settings(folder, version))}'; else ${build}; fi`);
  return { PATH: dirname(go), GOOS: 'plan9', GOFLAGS: '-mod=mod' };
}

it('builds the pinned package, static and for this machine, without changing the module', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const env = goStandIn(folder, 'echo "$CGO_ENABLED $GOWORK $GOOS, $*" >&2; exit 1');
  const built = buildWithGo(env, folder, (line) => lines.push(line));
  await expect(built).rejects.toThrow(
    `: 0 off , build -mod=readonly -ldflags=-s -w -o ${join(folder, 'k6')} go.k6.io/k6/v2`,
  );
  expect(lines).toEqual([expect.stringMatching(/^building k6 2\.2\.0 with go1\.26\.8; .* about 80 s/)]);
});

it('says which Go is there and which is needed when it does not build', async () => {
  const folder = temporaryFolder();
  const env = goStandIn(folder, "echo 'go: invalid go version' >&2; exit 1", 'go1.19');
  await expect(buildWithGo(env, folder, () => {})).rejects.toThrow(
    'go1.19 could not build k6 (Go 1.25 or newer is needed): go: invalid go version',
  );
});

it('gives Go folders of its own only where its usual ones cannot be written', async () => {
  const folder = temporaryFolder();
  const work = join(folder, 'work');
  const usual = settings(folder);
  expect(await spareFolders(usual, work)).toEqual({});
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  expect(await spareFolders({ ...usual, GOMODCACHE: join(file, 'mod') }, work)).toEqual({
    GOMODCACHE: join(work, 'go-mod'),
  });
  expect(await spareFolders({ ...usual, GOCACHE: '', GOMODCACHE: '' }, work)).toEqual({
    GOCACHE: join(work, 'go-build'),
    GOMODCACHE: join(work, 'go-mod'),
  });
});

it('tells what Go complains of from its progress', () => {
  expect(complaint('go: downloading a v1\n\ngo: downloading b v2\nno space left\nstop\n')).toBe(
    'no space left / stop',
  );
  expect(complaint('go: downloading a v1\n')).toBe('');
});

import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildWithGo } from './go-build.ts';
import { standIn, temporaryFolder } from './stand-in.ts';

/** A Go whose build is this script, with its arguments in `$*`. */
function goStandIn(folder: string, build: string): NodeJS.ProcessEnv {
  const go = standIn(join(folder, 'bin', 'go'), build);
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
  expect(lines).toEqual([expect.stringMatching(/^building k6 2\.2\.0 with \/.*\/go; .* about 80 s/)]);
});

it('says which Go is needed when it does not build', async () => {
  const folder = temporaryFolder();
  const env = goStandIn(folder, "echo 'go: downloading a v1' >&2; echo 'go: invalid go version' >&2; exit 1");
  await expect(buildWithGo(env, folder, () => {})).rejects.toThrow(
    'go could not build k6 (Go 1.25 or newer is needed): go: downloading a v1 / go: invalid go version',
  );
});

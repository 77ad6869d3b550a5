import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildWithGo } from './obtain-k6.ts';
import { standIn, temporaryFolder } from './stand-in-fixture.ts';

const { signal } = new AbortController();

/** A Go whose build is this script, with its arguments in `$*`. */
function goStandIn(folder: string, build: string): NodeJS.ProcessEnv {
  const go = standIn(join(folder, 'bin', 'go'), build);
  return { PATH: dirname(go), GOOS: 'plan9', GOFLAGS: '-mod=mod' };
}

it('builds the pinned package, static and for this machine, without changing the module', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const env = goStandIn(folder, 'echo "$CGO_ENABLED $GOWORK $GOOS, $*" >&2; exit 1');
  const say = (line: string) => void lines.push(line);
  const built = buildWithGo({ env, work: folder, say, signal });
  await expect(built).rejects.toThrow(
    `: 0 off , build -mod=readonly -ldflags=-s -w -o ${join(folder, 'k6')} go.k6.io/k6/v2`,
  );
  expect(lines).toEqual([expect.stringMatching(/^Building k6 2\.2\.0 with \/.*\/go, once: this takes /)]);
});

it('says why it does not build', async () => {
  const work = temporaryFolder();
  const env = goStandIn(work, "echo 'go: downloading a v1' >&2; echo 'go: invalid go version' >&2; exit 1");
  await expect(buildWithGo({ env, work, say: () => {}, signal })).rejects.toThrow(
    'go: downloading a v1 / go: invalid go version',
  );
});

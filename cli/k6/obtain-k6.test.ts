import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedK6, obtainK6 } from './obtain-k6.ts';
import type { Archive } from './release.ts';
import { closedUrl, k6Archive, k6StandIn, serve, standIn, temporaryFolder } from './stand-in-fixture.ts';

/** A machine on which Go is broken and no release can be reached. */
async function bareMachine() {
  const folder = temporaryFolder();
  const cache = join(folder, 'cache');
  const bin = join(folder, 'bin');
  standIn(join(bin, 'go'), 'echo no space left >&2; exit 1');
  standIn(join(bin, 'tar'), 'PATH=/usr/bin:/bin exec tar "$@"');
  const env: NodeJS.ProcessEnv = { PATH: bin, HARNESS_CACHE_DIR: cache, K6_RELEASE_URL: await closedUrl() };
  const lines: string[] = [];
  const obtain = (more: NodeJS.ProcessEnv = {}, archive: Archive = k6Archive()) =>
    obtainK6({
      env: { ...env, ...more },
      say: (line) => lines.push(line),
      archive,
    });
  return { folder, bin, cache, lines, obtain };
}

async function failureOf(obtained: Promise<unknown>): Promise<string> {
  const error = await obtained.catch((reason: unknown) => reason);
  if (error instanceof Error) return error.message;
  throw new Error('expected an error', { cause: error });
}

describe('K6_BIN', () => {
  it('is taken before all others', async () => {
    const { folder, bin, obtain } = await bareMachine();
    k6StandIn(join(bin, 'k6'));
    const path = k6StandIn(join(folder, 'mine'), 'k6 v2.9.0 (go1.26.8, linux/amd64)');
    expect(await obtain({ K6_BIN: path })).toEqual({ path, version: '2.9.0', source: 'K6_BIN' });
  });

  it.each([
    ["echo 'k6 v1.4.0 (go1.25.0, linux/amd64)'", '$file is version 1.4.0; supported: 2.2.0 or a newer 2.x'],
    ['exit 1', 'Command failed with exit code 1: $file version'],
  ])('is an error at once when it is %j', async (script, reason) => {
    const { folder, bin, obtain } = await bareMachine();
    k6StandIn(join(bin, 'k6'));
    const path = standIn(join(folder, 'mine'), script);
    const message = await failureOf(obtain({ K6_BIN: path }));
    expect(message).toContain(
      `:\n  K6_BIN: ${reason.replace('$file', path)}\nWhat to do: correct K6_BIN, or unset it`,
    );
  });
});

describe('PATH', () => {
  it('serves with a supported k6', async () => {
    const { bin, cache, lines, obtain } = await bareMachine();
    const path = k6StandIn(join(bin, 'k6'));
    expect(await obtain()).toEqual({ path, version: '2.2.0', source: 'PATH' });
    expect(lines).toEqual([]);
    expect(existsSync(cache)).toBe(false);
  });

  it('is searched past a k6 that is too old and one that is broken', async () => {
    const { folder, lines, obtain } = await bareMachine();
    const old = k6StandIn(join(folder, 'old', 'k6'), 'k6 v0.57.0 (go1.23.6, linux/amd64)');
    const broken = standIn(join(folder, 'broken', 'k6'), 'echo Segmentation fault >&2; exit 139');
    const good = k6StandIn(join(folder, 'good', 'k6'));
    const PATH = [old, broken, good].map(dirname).join(':');
    expect(await obtain({ PATH })).toEqual({ path: good, version: '2.2.0', source: 'PATH' });
    expect(lines).toEqual([
      `Could not get k6 from PATH: ${old} is version 0.57.0; supported: 2.2.0 or a newer 2.x`,
      `Could not get k6 from PATH: Command failed with exit code 139: ${broken} version: Segmentation fault`,
    ]);
  });

  it('gives way to the cache when it has only one that is too old', async () => {
    const { bin, cache, obtain } = await bareMachine();
    k6StandIn(join(bin, 'k6'), 'k6 v1.4.0 (go1.25.0, linux/amd64)');
    const path = k6StandIn(cachedK6(cache));
    expect(await obtain()).toEqual({ path, version: '2.2.0', source: 'cache' });
  });
});

describe('release', () => {
  const answering = async (listener: RequestListener) => {
    const machine = await bareMachine();
    const K6_RELEASE_URL = await serve(listener);
    return {
      ...machine,
      obtain: (archive: Archive) => machine.obtain({ K6_RELEASE_URL }, archive),
      reason: async (archive: Archive) => {
        const message = await failureOf(machine.obtain({ K6_RELEASE_URL }, archive));
        expect(readdirSync(machine.cache)).toEqual([]);
        return /^ {2}release: (.*)$/m.exec(message)?.[1];
      },
    };
  };

  it('is fetched, checked, and found in the cache from then on', async () => {
    const archive = k6Archive();
    const asked: (string | undefined)[] = [];
    const { cache, lines, obtain } = await answering(({ url }, response) => {
      asked.push(url);
      response.end(archive.content);
    });
    const path = cachedK6(cache);
    expect(await obtain(archive)).toEqual({ path, version: '2.2.0', source: 'release' });
    expect(await obtain(archive)).toEqual({ path, version: '2.2.0', source: 'cache' });
    expect(asked).toEqual([`/v2.2.0/${archive.name}`]);
    expect(lines).toEqual([
      expect.stringMatching(/^Fetching k6 2\.2\.0 from http.*, once: about 30 MB, /),
      expect.stringMatching(/^k6 is ready after \d+ s\. It is kept in \/.*\/cache for later runs\.$/),
    ]);
  });

  it('takes the place of a damaged k6 in the cache', async () => {
    const archive = k6Archive();
    const { cache, lines, obtain } = await answering((_, response) => response.end(archive.content));
    standIn(cachedK6(cache), 'exit 1');
    expect(await obtain(archive)).toMatchObject({ source: 'release' });
    expect(await obtain(archive)).toMatchObject({ source: 'cache' });
    expect(lines[0]).toBe(
      `Could not get k6 from cache: Command failed with exit code 1: ${cachedK6(cache)} version`,
    );
  });

  it('is refused with a wrong SHA-256, from a mirror as well', async () => {
    const { reason } = await answering((_, response) => response.end(k6Archive('k6 v2.2.0 (evil)').content));
    expect(await reason(k6Archive())).toContain('refused');
  });

  it('is refused when it is cut off, missing, or holds no k6 that runs', async () => {
    const archive = k6Archive();
    const cut = await answering((_, response) => {
      response.writeHead(200, { 'content-length': archive.content.length });
      response.write(archive.content.subarray(0, 60), () => response.destroy());
    });
    expect(await cut.reason(archive)).toContain(archive.name);
    const missing = await answering((_, response) => response.writeHead(404).end());
    expect(await missing.reason(archive)).toContain('answers 404');
    const odd = k6Archive('not k6');
    const other = await answering((_, response) => response.end(odd.content));
    expect(await other.reason(odd)).toContain('answered "not k6"');
    const name = 'k6-v2.2.0-linux-arm64.tar.gz';
    expect(await other.reason({ ...odd, name })).toContain('k6-v2.2.0-linux-arm64/k6');
  });

  it('is checked against the checksum file where its SHA-256 is not known beforehand', async () => {
    const { name, sha256, content } = k6Archive();
    const publishing = (list: string) =>
      answering(({ url }, response) => {
        response.end(url === '/v2.2.0/k6-v2.2.0-checksums.txt' ? list : content);
      });
    const right = await publishing(`${'0'.repeat(64)}  other.zip\n${sha256}  ${name}\n`);
    expect(await right.obtain({ name })).toMatchObject({ source: 'release' });
    const wrong = await publishing(`${'0'.repeat(64)}  ${name}\n`);
    expect(await wrong.reason({ name })).toContain('refused');
    const silent = await publishing('');
    expect(await silent.reason({ name })).toContain(`does not list ${name}`);
  });
});

it('names every way, its reason and what to do when none serves', async () => {
  const { bin, lines, obtain } = await bareMachine();
  const old = k6StandIn(join(bin, 'k6'), 'k6 v1.4.0 (go1.25.0, linux/amd64)');
  const message = await failureOf(obtain());
  expect([...message.matchAll(/^ {2}(\w+):/gm)].map(([, way]) => way)).toEqual(['PATH', 'release', 'go']);
  for (const words of [`${old} is version 1.4.0`, 'ECONNREFUSED', 'no space left']) {
    expect(message).toContain(words);
  }
  expect(message.split('\n').at(-1)).toMatch(/^What to do: install k6 2\.2\.0 or a newer 2\.x /);
  expect(lines.map((line) => /^(Could not get k6 from )?\w+/.exec(line)?.[0])).toEqual([
    'Could not get k6 from PATH',
    'Fetching',
    'Could not get k6 from release',
    'Building',
    'Could not get k6 from go',
  ]);
});

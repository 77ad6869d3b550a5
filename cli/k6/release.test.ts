import { expect, it } from 'vitest';
import { type Archive, download, fetchRelease, releaseArchive, sha256Of } from './release.ts';
import { closedUrl, k6Archive, serve, temporaryFolder } from './stand-in-fixture.ts';

const never = new AbortController().signal;

it.each([
  ['linux', 'x64', 'k6-v2.2.0-linux-amd64.tar.gz'],
  ['linux', 'arm64', 'k6-v2.2.0-linux-arm64.tar.gz'],
  ['darwin', 'x64', 'k6-v2.2.0-macos-amd64.zip'],
  ['darwin', 'arm64', 'k6-v2.2.0-macos-arm64.zip'],
  ['win32', 'x64', 'k6-v2.2.0-windows-amd64.zip'],
])('knows the archive for %s on %s', (platform, arch, name) => {
  expect(releaseArchive(platform, arch).name).toBe(name);
});

it.each([
  ['freebsd', 'x64'],
  ['linux', 'riscv64'],
  ['win32', 'arm64'],
])('knows that there is none for %s on %s', (platform, arch) => {
  expect(() => releaseArchive(platform, arch)).toThrow(`there is no k6 release for ${platform} on ${arch}`);
});

it('holds the SHA-256 of the archive that most runners need', () => {
  expect(releaseArchive('linux', 'x64').sha256).toBe(
    'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  );
  expect(releaseArchive('linux', 'arm64')).not.toHaveProperty('sha256');
});

function fetched(archive: Archive, env: NodeJS.ProcessEnv, say = (_: string) => {}, signal = never) {
  return fetchRelease(archive, { env, work: temporaryFolder(), say, signal });
}

it.each([
  [{}, 'https://github.com/grafana/k6/releases/download/v2.2.0/k6.zip'],
  [{ K6_RELEASE_URL: 'http://mirror.example/k6//' }, 'http://mirror.example/k6/v2.2.0/k6.zip'],
])(
  'takes the release from k6 itself, or from the mirror that the environment names: %j',
  async (env, url) => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await expect(fetched({ name: 'k6.zip' }, env, say, AbortSignal.abort())).rejects.toThrow();
    expect(lines).toEqual([expect.stringContaining(`from ${url}, once`)]);
  },
);

it('finds a file in a checksum list, by its whole name', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  const list = `${a}  k6-v2.2.0-linux-arm64.tar.gz.sbom\n${b}  k6-v2.2.0-linux-arm64.tar.gz\r\n${a} *other.zip\n`;
  expect(sha256Of('k6-v2.2.0-linux-arm64.tar.gz', list)).toBe(b);
  expect(sha256Of('other.zip', list)).toBe(a);
  expect(sha256Of('k6-v2.2.0-macos-arm64.zip', list)).toBeUndefined();
});

const content = Buffer.alloc(300_000, 'k6');
const { PATH } = process.env;

it('takes the archive that has the expected SHA-256', async () => {
  const archive = k6Archive();
  const K6_RELEASE_URL = await serve((_, response) => response.end(archive.content));
  const upper = { ...archive, sha256: archive.sha256.toUpperCase() };
  expect(await fetched(upper, { PATH, K6_RELEASE_URL })).toMatch(/k6-v2\.2\.0-linux-amd64\/k6$/);
});

it('follows the redirect that release sites answer with', async () => {
  const url = await serve(({ url }, response) => {
    if (url === '/moved') response.end(content);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  expect((await download(url, {}, never)).equals(content)).toBe(true);
});

it('sends the user and password of a mirror, and says neither', async () => {
  const url = await serve(({ headers: { authorization } }, response) => {
    if (authorization === `Basic ${btoa('ci:s3cret/')}`) response.end(content);
    else response.writeHead(404).end();
  });
  const mirror = url.replace('//', '//ci:s3cret%2F@');
  expect((await download(`${mirror}/k6`, {}, never)).equals(content)).toBe(true);
  for (const other of [mirror.replace('s3cret', 's3cr3t'), `${url}/k6?token=s3cr3t`]) {
    const failure = await download(other, {}, never).then(String, String);
    expect(failure).toMatch(/^Error: http:\/\/127[^@]*: answers 404$/);
    expect(failure).not.toContain('s3cr3t');
  }
});

it('refuses an archive with another SHA-256', async () => {
  const archive = k6Archive();
  const other = Buffer.concat([archive.content, Buffer.from('!')]);
  const K6_RELEASE_URL = await serve((_, response) => response.end(other));
  await expect(fetched(archive, { PATH, K6_RELEASE_URL })).rejects.toThrow(
    `expected ${archive.sha256}: refused`,
  );
});

it('refuses an archive that is cut off in the middle', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 100_000), () => response.destroy());
  });
  await expect(download(url, {}, never)).rejects.toThrow(url);
});

it('gives up on a server that falls silent, before the answer or within it', async () => {
  const mute = await serve(() => {});
  const fading = await serve((_, response) => response.writeHead(200).write('k6'));
  for (const url of [mute, fading])
    await expect(download(url, {}, AbortSignal.timeout(200))).rejects.toThrow(
      `${url}: The operation was aborted`,
    );
});

it('names the status of a refusal, and the reason where nothing answers', async () => {
  const missing = await serve((_, response) => response.writeHead(404).end('no such file'));
  await expect(download(missing, {}, never)).rejects.toThrow(`${missing}: answers 404`);
  const closed = await closedUrl();
  await expect(download(closed, {}, never)).rejects.toThrow('ECONNREFUSED');
});

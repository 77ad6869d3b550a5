import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { download, fetchArchive } from './download.ts';
import { closedUrl, serve } from './stand-in.ts';

const content = Buffer.alloc(300_000, 'k6');
const sha256 = createHash('sha256').update(content).digest('hex');

it('takes the archive that has the expected SHA-256', async () => {
  const url = await serve((_, response) => response.end(content));
  expect((await fetchArchive(url, sha256.toUpperCase())).equals(content)).toBe(true);
});

it('follows the redirect that release sites answer with', async () => {
  const url = await serve(({ url }, response) => {
    if (url === '/moved') response.end(content);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  await fetchArchive(url, sha256);
});

it('sends the user and password of a mirror, and says neither', async () => {
  const url = await serve(({ headers: { authorization } }, response) => {
    if (authorization === `Basic ${btoa('ci:s3cret/')}`) response.end(content);
    else response.writeHead(404).end();
  });
  const mirror = url.replace('//', '//ci:s3cret%2F@');
  await fetchArchive(`${mirror}/k6`, sha256);
  for (const other of [mirror.replace('s3cret', 's3cr3t'), `${url}/k6?token=s3cr3t`]) {
    const failure = await download(other).then(String, String);
    expect(failure).toMatch(/^Error: http:\/\/127[^@]*: answers 404$/);
    expect(failure).not.toContain('s3cr3t');
  }
});

it('refuses an archive with another SHA-256', async () => {
  const url = await serve((_, response) => response.end(Buffer.concat([content, Buffer.from('!')])));
  await expect(fetchArchive(url, sha256)).rejects.toThrow(`expected ${sha256}: refused`);
});

it('refuses an archive that is cut off in the middle', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 100_000), () => response.destroy());
  });
  await expect(fetchArchive(url, sha256)).rejects.toThrow(url);
});

it('gives up on a server that falls silent, before the answer or within it', async () => {
  const mute = await serve(() => {});
  const fading = await serve((_, response) => response.writeHead(200).write('k6'));
  for (const url of [mute, fading])
    await expect(download(url, 200)).rejects.toThrow(`${url}: silent for 0.2 s`);
});

it('does not take slow for silent', async () => {
  const url = await serve((_, response) => {
    const parts = Array.from({ length: 7 }, () => 'part');
    const pulse = setInterval(() => {
      const part = parts.pop();
      if (part !== undefined) return response.write(part);
      clearInterval(pulse);
      return response.end();
    }, 200);
  });
  expect(String(await download(url, 1000))).toBe('part'.repeat(7));
});

it('names the status of a refusal, and the reason where nothing answers', async () => {
  const missing = await serve((_, response) => response.writeHead(404).end('no such file'));
  await expect(download(missing)).rejects.toThrow(`${missing}: answers 404`);
  const closed = await closedUrl();
  await expect(download(closed)).rejects.toThrow('ECONNREFUSED');
});

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { download, fetchArchive } from './download.ts';
import { closedUrl, serve, temporaryFolder } from './stand-in.ts';

const content = Buffer.alloc(300_000, 'k6');
const sha256 = createHash('sha256').update(content).digest('hex');
const target = () => join(temporaryFolder(), 'archive');

it('saves the archive that has the expected SHA-256', async () => {
  const url = await serve((_, response) => response.end(content));
  const to = target();
  await fetchArchive({ url, sha256: sha256.toUpperCase(), to });
  expect(readFileSync(to).equals(content)).toBe(true);
});

it('follows the redirect that release sites answer with', async () => {
  const url = await serve(({ url }, response) => {
    if (url === '/moved') response.end(content);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  await fetchArchive({ url, sha256, to: target() });
});

it('refuses an archive with another SHA-256', async () => {
  const url = await serve((_, response) => response.end(Buffer.concat([content, Buffer.from('!')])));
  const to = target();
  await expect(fetchArchive({ url, sha256, to })).rejects.toThrow(`expected ${sha256}: refused`);
  expect(existsSync(to)).toBe(false);
});

it('refuses an archive that is cut off in the middle', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 100_000), () => response.destroy());
  });
  const to = target();
  await expect(fetchArchive({ url, sha256, to })).rejects.toThrow(url);
  expect(existsSync(to)).toBe(false);
});

it('gives up on a server that falls silent, before the answer or within it', async () => {
  const mute = await serve(() => {});
  const fading = await serve((_, response) => response.writeHead(200).write('k6'));
  for (const url of [mute, fading]) {
    const to = target();
    await expect(download({ url, to, silenceMs: 200 })).rejects.toThrow(`${url}: silent for 0.2 s`);
    expect(existsSync(to)).toBe(false);
  }
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
  await download({ url, to: target(), silenceMs: 1000 });
});

it('names the status of a refusal, and the reason where nothing answers', async () => {
  const missing = await serve((_, response) => response.writeHead(404).end('no such file'));
  await expect(download({ url: missing, to: target() })).rejects.toThrow(`${missing}: answers 404`);
  const closed = await closedUrl();
  await expect(download({ url: closed, to: target() })).rejects.toThrow('ECONNREFUSED');
});

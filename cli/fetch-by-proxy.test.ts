import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { messageOf } from './exit-status.ts';
import { fetchByProxy } from './fetch-by-proxy.ts';
import { serve } from './k6/stand-in-fixture.ts';

/** A proxy that answers for every host itself, and tunnels to none. */
async function proxy() {
  const asked: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url} ${headers['proxy-authorization'] ?? 'nobody'}`);
  };
  const server = createServer((request, response) => {
    note(request);
    const isMoved = request.url === 'http://mirror.test/old';
    response.writeHead(isMoved ? 302 : 200, isMoved ? { location: 'https://files.test/new' } : {}).end('k6');
  });
  server.on('connect', (request, socket) => {
    note(request);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://ci:s3cr%20t@127.0.0.1:${port}` };
}

const ask = (url: string, env: NodeJS.ProcessEnv) => fetchByProxy(url, {}, env);
const user = `Basic ${btoa('ci:s3cr t')}`;

it('asks the proxy for what is http, with its user and password', async () => {
  const { asked, url } = await proxy();
  const answer = await ask('http://mirror.test/k6?a=1', { HTTP_PROXY: url });
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('k6');
  expect(asked).toEqual([`GET http://mirror.test/k6?a=1 ${user}`]);
});

it('asks for a tunnel to what is https, at a redirect too, and a refusal does not show the password', async () => {
  const { asked, url } = await proxy();
  const refused = await ask('http://mirror.test/old', {
    http_proxy: url.slice('http://'.length),
    HTTPS_PROXY: url,
  }).catch((error: Error) => error);
  expect(asked).toEqual([`GET http://mirror.test/old ${user}`, `CONNECT files.test:443 ${user}`]);
  expect(messageOf(refused)).toMatch(/403/);
  expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toMatch(/s3cr/);
});

it('goes past the proxy to this machine, and where NO_PROXY says so', async () => {
  const { asked, url } = await proxy();
  const here = await serve((_, response) => response.end('direct'));
  const env = { HTTP_PROXY: url, NO_PROXY: 'mirror.invalid' };
  const answer = await ask(here, env);
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('direct');
  await expect(ask('http://mirror.invalid', env)).rejects.toThrow();
  expect(asked).toEqual([]);
});

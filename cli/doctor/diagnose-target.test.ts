import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { serve, temporaryFolder } from '../k6/stand-in-fixture.ts';
import { diagnoseTarget } from './diagnose-target.ts';

const token = 'canary-7f3a9c51d2';

let k6 = process.env['K6_BIN_FOR_TESTS'] ?? '';
beforeAll(async () => {
  if (k6 === '') k6 = (await obtainK6()).path;
});

const rowsAt = (baseUrl: string | undefined, env: NodeJS.ProcessEnv) => diagnoseTarget({ baseUrl }, env, k6);

async function statesOf(baseUrl: string, withToken?: string): Promise<Record<string, string>> {
  const rows = await rowsAt(baseUrl, { ACCESS_TOKEN: withToken });
  expect(JSON.stringify(rows)).not.toContain('canary');
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

describe('diagnoseTarget', () => {
  it('makes one call, with the token and for JSON, and follows no redirect', async () => {
    const seen: (string | undefined)[][] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      seen.push([method, path, headers.authorization, headers.accept]);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await statesOf(`${url}/prefix/`, token)).toMatchObject({
      'round trip': expect.any(String),
      answer: 'problem',
    });
    expect(seen).toEqual([['POST', '/prefix/api/v1/encrypt', `Bearer ${token}`, 'application/json']]);
  });

  it('repeats nothing of an answer that cannot be read', async () => {
    const port = await serveRaw(`HTTP/1.1 200 OK\r\nBearer ${token}\r\n\r\n`);
    const rows = await rowsAt(`http://127.0.0.1:${port}`, { ACCESS_TOKEN: token });
    expect(rows.at(-1)?.detail).toBe(
      "POST /api/v1/encrypt: None of the service's answers could be read: not HTTP.",
    );
  });

  it('asks without a token if it has none', async () => {
    const url = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === undefined ? 401 : 200).end('{}');
    });
    expect(await statesOf(url)).toMatchObject({ token: 'problem', answer: 'ok' });
    expect(await statesOf(url, token)).toMatchObject({ answer: 'ok' });
  });

  it('reaches a name that has an address on which nothing listens', async () => {
    const url = await serve((_, response) => response.end('{}'));
    expect(await statesOf(url.replace('127.0.0.1', 'localhost'))).toMatchObject({ answer: 'ok' });
  });

  it('says that nothing listens', async () => {
    const rows = await rowsAt('http://127.0.0.1:1', { ACCESS_TOKEN: token });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([['answer', 'problem']]);
    expect(rows[0]?.detail).toContain('could not be reached at 127.0.0.1 port 1: dial: connection refused');
  });

  it('says that something else than HTTP is spoken there', async () => {
    const url = await serve((_, response) => response.end('{}'));
    expect(await statesOf(url.replace('http:', 'https:'), token)).toMatchObject({ answer: 'problem' });
    const mute = await serve(({ socket }) => socket.destroy());
    expect(await statesOf(mute, token)).toMatchObject({ answer: 'problem' });
  });

  it('ends with an answer that has no end', async () => {
    const much = Buffer.alloc(1_000_000);
    // As fast as both sides can, it would keep two cores busy.
    const endless = async function* () {
      for (; ; await sleep(10)) yield much;
    };
    const url = await serve((_, response) => void Readable.from(endless()).pipe(response));
    const rows = await rowsAt(url, { ACCESS_TOKEN: token });
    expect(rows.at(-1)).toMatchObject({ state: 'problem', detail: expect.stringContaining('timeout') });
  });

  it.each(['api.example', 'ftp://api.example'])('sends nothing for %j', async (baseUrl) => {
    expect(await statesOf(baseUrl)).toMatchObject({ 'base URL': 'problem' });
    expect(await statesOf(baseUrl)).not.toHaveProperty('answer');
  });

  it.each(['Bearer canary', 'canary\n7f3a'])(
    'asks without a token that no run would use: %j',
    async (bad) => {
      const url = await serve(({ headers: { authorization } }, response) => {
        response.writeHead(authorization === undefined ? 200 : 500).end('{}');
      });
      expect(await statesOf(url.replace('//', '//user:canary@'), bad)).toMatchObject({
        token: 'problem',
        answer: 'ok',
      });
    },
  );

  it('shows what stands out in the base URL', async () => {
    const url = await serve((_, response) => response.end('{}'));
    const withUser = url.replace('//', '//user:canary@');
    expect(await statesOf(withUser)).toMatchObject({ 'base URL': 'warning', answer: 'ok' });
  });
});

it('goes through the proxy, as k6 does, and shows no credentials of it', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = await serve(({ url }, response) => {
    asked.push(url);
    response.end('{}');
  });
  const HTTP_PROXY = proxy.replace('//', '//user:canary@');
  const rows = await rowsAt('http://service.test', { ACCESS_TOKEN: token, HTTP_PROXY });
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['proxy', 'warning'],
    ['answer', 'ok'],
  ]);
  expect(rows[0]?.detail).toContain(proxy);
  expect(asked).toEqual(['http://service.test/api/v1/encrypt']);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

/** Says these bytes to whoever sends something. */
async function serveRaw(text: string): Promise<number> {
  const server = createTcpServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(text)),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves on this address alone; null: this machine does not have it. */
async function serveAt(host: string): Promise<number | null> {
  const server = createServer((_, response) => void response.end('{}'));
  onTestFinished(() => void server.close());
  const listening = once(server.listen(0, host), 'listening');
  return (await listening.catch(() => null)) && (server.address() as AddressInfo).port;
}

const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ family }) => family === 'IPv6'),
);

describe.runIf(hasIpv6)('a service that listens on ::1 alone', () => {
  it('is not found as localhost: says which address was tried, and which one answers', async () => {
    const port = await serveAt('::1');
    const rows = await rowsAt(`http://localhost:${port}`, { ACCESS_TOKEN: token });
    expect(rows).toEqual([
      {
        name: 'answer',
        state: 'problem',
        detail: expect.stringContaining(`could not be reached at localhost port ${port}: dial: connection`),
        remedy: `k6 tries only 127.0.0.1 for localhost, but ::1 accepts connections on port ${port}: make the service listen on 127.0.0.1, too, or write [::1] in the base URL.`,
      },
    ]);
  });

  it.each(['[::1]', '[::1%25lo]'])('is found as %s', async (host) => {
    const port = await serveAt('::1');
    expect(await statesOf(`http://${host}:${port}`, token)).toMatchObject({ answer: 'ok' });
  });
});

describe('the token', () => {
  const rowsOf = async (env: NodeJS.ProcessEnv) => {
    const url = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === `Bearer ${token}` ? 200 : 401).end('{}');
    });
    const rows = await rowsAt(url, env);
    return rows.filter(({ name }) => /token|answer/.test(name)).map(({ state, detail }) => [state, detail]);
  };
  const refused = ['ok', 'POST /api/v1/encrypt: HTTP 401'];

  it.each([
    ['right', { ACCESS_TOKEN: token }, [['ok', 'POST /api/v1/encrypt: HTTP 200']]],
    ['wrong', { ACCESS_TOKEN: 'another-token-than-that' }, [['problem', 'POST /api/v1/encrypt: HTTP 401']]],
    [
      'not set',
      {},
      [['problem', expect.stringMatching(/^ACCESS_TOKEN is not set: .* Set it in the environment/)], refused],
    ],
  ])('is %s', async (_, env, rows) => {
    expect(await rowsOf(env)).toEqual(rows);
  });

  it.each([
    [token, 'ok', 200],
    ['another-token-than-that', 'problem', 401],
  ])("is in k6's secret source: %s", async (secret, state, status) => {
    const file = join(temporaryFolder(), 'secrets');
    writeFileSync(file, `ACCESS_TOKEN=${secret}\n`);
    const rows = await rowsOf({ K6_SECRET_SOURCE: `file=${file}` });
    expect(rows).toEqual([[state, `POST /api/v1/encrypt: HTTP ${status}`]]);
  });

  it('cannot be read: says what k6 says', async () => {
    const [[state, detail] = []] = await rowsOf({ K6_SECRET_SOURCE: 'file=/nowhere/secrets' });
    expect(state).toBe('problem');
    expect(detail).toContain('/nowhere/secrets');
  });
});

it('has no good word for a success that is a page', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<title>Log in</title>');
  });
  const rows = await rowsAt(url, { ACCESS_TOKEN: token });
  expect(rows.at(-1)).toMatchObject({
    name: 'answer',
    state: 'warning',
    detail: 'POST /api/v1/encrypt: HTTP 200, but it is an HTML page',
  });
});

it('checks nothing where no service is named', async () => {
  for (const env of [{}, { BASE_URL: ' ' }])
    expect(await rowsAt(undefined, env)).toEqual([
      expect.objectContaining({ name: 'service', state: 'warning' }),
    ]);
});

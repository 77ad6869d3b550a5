import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { askService, bearer, encryptionOf, parsed, withService } from './client-fixture.ts';
import { type RunningService, startService } from './server.ts';

describe('errors', () => {
  test.each([
    ['GET', '/', 404],
    ['GET', '/api/v1/user/', 404],
    ['GET', '/api/v2/user', 404],
    ['GET', '/api/v1/us%zzer', 404],
    ['POST', '/api/v1/user', 405],
    ['DELETE', '/api/v1/backup/create', 405],
    ['OPTIONS', '/api/v1/encrypt', 405],
  ])('%s %s answers %i in JSON', (method, path, status) =>
    withService({}, async (service) => {
      const reply = await askService(service, 'user', { method, path });
      expect(reply.status).toBe(status);
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      expect(parsed(reply)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
      if (status === 405) expect(reply.headers.allow).toBeDefined();
    }),
  );

  test('a query changes nothing', () =>
    withService({}, async (service) => {
      expect((await askService(service, 'user', { path: '/api/v1/user?a=/&b=1' })).status).toBe(200);
    }));
});

describe.each([[[]], [['encrypt-500@every-50th']]])('HTTP, with %j', (variants) => {
  const post = `POST /api/v1/encrypt HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer right`;
  const body = encryptionOf('x');

  test.each([
    ['a whole URL', 'GET http://x/api/v1/user?a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', ['200']],
    ['HTTP/1.0', 'GET /api/v1/user HTTP/1.0\r\n\r\n', ['200']],
    ['chunks', `${post}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}`, ['200']],
    [
      'Expect',
      `${post}\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ['100', '200'],
    ],
    [
      'pipelined requests',
      `GET /api/v1/user HTTP/1.1\r\nHost: x\r\n\r\nGET /api HTTP/1.1\r\nHost: x\r\n\r\n${notJson('/api/v1/user')}`,
      ['200', '404', '405'],
    ],
    ['a path that does not exist before a body that is not JSON', notJson('/api'), ['404']],
    ['a method that is not offered before a body that is not JSON', notJson('/api/v1/user'), ['405']],
  ])('%s', (_what, bytes, statuses) =>
    withService({ token: 'right', variants }, async (service) => {
      const answers = await answerTo(service, bytes);
      expect([...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(statuses);
    }),
  );

  test('HEAD is GET without the body', () =>
    withService({ variants }, async (service) => {
      const [get, head] = [
        await askService(service, 'user'),
        await askService(service, 'user', { method: 'HEAD' }),
      ];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }));
});

function chunked(text: string): string {
  const chunks = text.match(/.{1,7}/gs) ?? [];
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
}

function notJson(path: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\n{`;
}

/** Everything received until the service closes the connection. */
function answerTo({ port }: RunningService, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test('an IPv6 address can be listened on', () =>
  withService({ host: '::1' }, async (service) => {
    expect(service.url).toBe(`http://[::1]:${service.port}`);
    expect((await askService(service, 'user')).status).toBe(200);
  }));

describe('stop', () => {
  test.each([[[]], [['refusal-tarpit']]])(
    'finishes calls under way and drops idle connections (%j)',
    (variants) =>
      withService({ variants }, async (service) => {
        const agent = new Agent({ keepAlive: true });
        await askService(service, 'user', { agent });
        const underWay = Array.from({ length: 5 }, () =>
          askService(service, 'encrypt', {
            headers: bearer(service.token),
            body: encryptionOf('x'.repeat(1e6)),
            agent,
          }),
        );
        const refused = askService(service, 'encrypt', { agent });
        await askService(service, 'user', { agent });
        const stopped = service.stop();
        const replies = await Promise.all([...underWay, refused]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 401]);
        await stopped;
        await expect(askService(service, 'user')).rejects.toThrow(/ECONNREFUSED/);
        agent.destroy();
      }),
  );
});

test('an unknown variant is refused before anything is opened', async () => {
  const started = startService({ variants: ['no-such-fault'] });
  await expect(started).rejects.toThrow('There is no fault or quirk named no-such-fault.');
});

test('a port in use is an error, with variants and without', () =>
  withService({}, async ({ port }) => {
    for (const variants of [[], ['user-body-html']]) {
      await expect(withService({ port, variants }, async () => undefined)).rejects.toThrow(/EADDRINUSE/);
    }
  }));

import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startService } from './server.ts';
import { askService, bearer, encryptionOf, parsed, withService } from './test-client.ts';

describe('errors', () => {
  test.each([
    ['GET', '/', 404],
    ['GET', '/api/v1/user/', 404],
    ['GET', '/api/v2/user', 404],
    ['GET', '/api/v1/us%zzer', 400],
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

  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['headers beyond measure', `GET / HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s is answered in JSON too', (_what, bytes, status) =>
    withService({}, async (service) => {
      const answer = await new Promise<string>((resolve, reject) => {
        let received = '';
        const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
        socket
          .on('data', (chunk) => {
            received += chunk;
          })
          .on('error', reject)
          .on('close', () => resolve(received));
      });
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toHaveProperty('error.code');
    }),
  );
});

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
  await expect(started).rejects.toThrow('There is no variant named no-such-fault.');
});

test('a port in use is an error, with variants and without', () =>
  withService({}, async ({ port }) => {
    for (const variants of [[], ['user-body-html']]) {
      await expect(withService({ port, variants }, async () => undefined)).rejects.toThrow(/EADDRINUSE/);
    }
  }));

import { describe, expect, test } from 'vitest';
import { type Endpoint, endpointNames, endpoints } from '../../schemas/endpoints.ts';
import { userResponseErrors } from '../../schemas/validate.ts';
import { cProgramLack } from '../built-program.ts';
import { startTruthServer, type TruthServer } from './truth-server.ts';

const lack = cProgramLack();

async function withServer<T>(mode: string, use: (server: TruthServer) => Promise<T>) {
  const server = await startTruthServer({ mode });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

function call({ url, token }: TruthServer, endpoint: Endpoint, init: RequestInit = {}): Promise<Response> {
  const { method, path } = endpoints[endpoint];
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(url + path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}), ...init });
}

async function callOften(server: TruthServer, endpoint: Endpoint, times: number): Promise<void> {
  for (let done = 0; done < times; done += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(server, endpoint)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  }
}

describe.skipIf(lack !== null)(`truth server${lack === null ? '' : ` (${lack})`}`, () => {
  test('answers the four endpoints in JSON, and says how long each call took', () =>
    withServer('fixed 500', async (server) => {
      for (const endpoint of endpointNames) {
        const answer = await call(server, endpoint);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/json');
        expect(Number(answer.headers.get('x-service-us'))).toBeGreaterThanOrEqual(500);
        expect(await answer.json()).toBeTypeOf('object');
      }
      expect(userResponseErrors(await (await call(server, 'user')).json())).toEqual([]);
    }));

  test.each([{}, { Authorization: 'Bearer other' }, { Authorization: 'Bearer truth-token-and-more' }])(
    'refuses encrypt with the headers %j',
    (headers) =>
      withServer('fixed 100', async (server) => {
        expect((await call(server, 'encrypt', { headers })).status).toBe(401);
        const { encrypt } = (await server.truth()).endpoints;
        expect(encrypt).toMatchObject({ calls: 0, refused: 1 });
      }),
  );

  test('reads bodies of every length, and closes where asked to', () =>
    withServer('fixed 100', async (server) => {
      for (const length of [0, 65_536, 300_000]) {
        const headers = { Authorization: `Bearer ${server.token}`, Connection: 'close' };
        const answer = await call(server, 'encrypt', { headers, body: 'x'.repeat(length) });
        expect(answer.headers.get('connection')).toBe('close');
        expect(await answer.json()).toHaveProperty('ciphertext');
      }
      expect((await server.truth()).endpoints.encrypt.answered).toBe(3);
    }));

  test('has exactly the written share of slow calls, for each endpoint by itself', () =>
    withServer('runs 20000 100 1 50', async (server) => {
      await callOften(server, 'user', 400);
      await callOften(server, 'sync', 100);
      const { user, sync, backup } = (await server.truth()).endpoints;
      expect(user).toMatchObject({ calls: 400, answered: 400, scheduledSlow: 8, openModelSlowShare: 0.02 });
      expect(user.slow).toBeGreaterThanOrEqual(8);
      expect(sync).toMatchObject({ calls: 100, scheduledSlow: 2 });
      expect(backup).toMatchObject({ calls: 0, tookUs: { p50: 0 } });
    }));

  test('makes slow calls in runs, and says how long each took', () =>
    withServer('runs 20000 100 5 50', async (server) => {
      const slow: number[] = [];
      for (let number = 0; number < 100; number += 1) {
        const answer = await call(server, 'user');
        await answer.arrayBuffer();
        if (Number(answer.headers.get('x-service-us')) >= 20_000) slow.push(number);
      }
      const runs = slow.filter((number) => !slow.includes(number - 1));
      expect(runs.length).toBeGreaterThanOrEqual(2);
      for (const first of runs.slice(0, 2)) expect(slow).toContain(first + 4);
    }));

  test('knows what a frozen process did to those who asked meanwhile', () =>
    withServer('stall 100 300000 600000', async (server) => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 650) await callOften(server, 'user', 20);
      const { stalls, endpoints: truths } = await server.truth();
      expect(stalls).toBeGreaterThanOrEqual(1);
      expect(truths.user.openModelSlowShare).toBeCloseTo((300 - 20 + 0.1) / 600, 6);
      expect(truths.user.tookUs.max).toBeGreaterThan(20_000);
    }));

  test('makes one endpoint slow, or all of them slower and slower', async () => {
    await withServer('only sync 25000 100', async (server) => {
      const { user, sync } = (await server.truth()).endpoints;
      expect([user.openModelSlowShare, sync.openModelSlowShare]).toEqual([0, 1]);
      expect(Number((await call(server, 'sync')).headers.get('x-service-us'))).toBeGreaterThanOrEqual(25_000);
    });
    await withServer('drift 100 30000 1', async (server) => {
      await callOften(server, 'user', 20);
      const { user } = (await server.truth()).endpoints;
      expect(user.openModelSlowShare).toBeNull();
      expect(user.slow).toBeGreaterThanOrEqual(18);
    });
  });

  test.each(['', 'fixed', 'fixed 1 2', 'runs 1 1 5 4', 'only nothing 1 1', 'drift 1 1 0'])(
    'refuses the mode "%s"',
    (mode) => expect(startTruthServer({ mode })).rejects.toThrow('the truth server ended'),
  );
});

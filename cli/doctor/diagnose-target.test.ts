import { describe, expect, it } from 'vitest';
import { serve } from '../k6/stand-in.ts';
import { diagnoseTarget, judgeAnswer, judgeToken, proxyBefore } from './diagnose-target.ts';

const token = 'canary-7f3a9c51d2';

async function statesOf(baseUrl: string, withToken?: string): Promise<Record<string, string>> {
  const rows = await diagnoseTarget(baseUrl, { ACCESS_TOKEN: withToken });
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
    expect(await statesOf(`${url}/prefix/`, token)).toMatchObject({ connection: 'ok', answer: 'problem' });
    expect(seen).toEqual([['GET', '/prefix/api/v1/user', `Bearer ${token}`, 'application/json']]);
  });

  it('asks without a token if it has none', async () => {
    const url = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === undefined ? 401 : 200).end();
    });
    expect((await statesOf(url))['answer']).toBe('warning');
    expect((await statesOf(url, token))['answer']).toBe('ok');
  });

  it('reaches a name that has an address on which nothing listens', async () => {
    const url = await serve((_, response) => response.end('{}'));
    expect(await statesOf(url.replace('127.0.0.1', 'localhost'))).toMatchObject({
      connection: 'ok',
      answer: 'ok',
    });
  });

  it('says that nothing listens', async () => {
    const rows = await diagnoseTarget('http://127.0.0.1:1', { ACCESS_TOKEN: token });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([['connection', 'problem']]);
    expect(rows[0]?.detail).toBe('127.0.0.1 port 1: ECONNREFUSED');
  });

  it('says that something else than HTTP is spoken there', async () => {
    const url = await serve((_, response) => response.end('{}'));
    expect(await statesOf(url.replace('http:', 'https:'), token)).toMatchObject({
      connection: 'ok',
      answer: 'problem',
    });
    const mute = await serve(({ socket }) => socket.destroy());
    expect(await statesOf(mute, token)).toMatchObject({ connection: 'ok', answer: 'problem' });
  });

  it.each([
    ['api.example', undefined, 'base URL'],
    ['ftp://api.example', undefined, 'base URL'],
    ['http://user:canary@127.0.0.1:1', 'Bearer canary', 'token'],
    ['http://127.0.0.1:1', 'canary\n7f3a', 'token'],
  ])('sends nothing for %j with the token %j', async (baseUrl, bad, name) => {
    expect(await statesOf(baseUrl, bad)).toMatchObject({ [name]: 'problem' });
    expect(await statesOf(baseUrl, bad)).not.toHaveProperty('connection');
  });

  it('shows what stands out in the base URL', async () => {
    const url = await serve((_, response) => response.end('{}'));
    const withUser = url.replace('//', '//user:canary@');
    expect(await statesOf(withUser)).toMatchObject({ 'base URL': 'warning', answer: 'ok' });
  });
});

const proxy = 'http://user:canary@proxy.example:3128';

it.each([
  ['https://api.example', { HTTPS_PROXY: proxy }, 1],
  ['http://api.example', { http_proxy: proxy, NO_PROXY: 'other.example, pi.example' }, 1],
  ['https://api.example', { HTTP_PROXY: proxy, HTTPS_PROXY: '' }, 0],
  ['http://127.0.0.1:8080', { HTTP_PROXY: proxy }, 0],
  ['http://[::1]:8080', { HTTP_PROXY: proxy }, 0],
  ['https://api.example', { HTTPS_PROXY: proxy, no_proxy: 'localhost, api.example' }, 0],
])('warns of a proxy before %s with %j: %i', (url, env, count) => {
  const rows = proxyBefore(new URL(url), env);
  expect(rows).toHaveLength(count);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

describe('the token', () => {
  const rowsOf = async (env: NodeJS.ProcessEnv) => {
    const url = await serve(({ url: path, headers }, response) => {
      const isAllowed = path === '/api/v1/user' || headers.authorization === `Bearer ${token}`;
      response.writeHead(isAllowed ? 200 : 401).end('{}');
    });
    const rows = await diagnoseTarget(url, env);
    return rows.filter(({ name }) => name === 'token').map(({ state, detail }) => [state, detail]);
  };

  it.each([
    ['right', { ACCESS_TOKEN: token }, 'ok', 'POST /api/v1/encrypt: HTTP 200'],
    ['wrong', { ACCESS_TOKEN: 'another-token-than-that' }, 'problem', 'POST /api/v1/encrypt: HTTP 401'],
    ['not set', {}, 'problem', 'ACCESS_TOKEN is not set: encrypt cannot be judged without its token.'],
    [
      "in k6's secret source",
      { K6_SECRET_SOURCE: 'file=x' },
      'warning',
      "not tested: k6's secret source has it",
    ],
  ])('is %s', async (_, env, state, detail) => {
    expect(await rowsOf(env)).toEqual([[state, detail]]);
  });

  it.each([
    [201, 'ok', 'POST /api/v1/encrypt: HTTP 201'],
    [403, 'problem', 'POST /api/v1/encrypt: HTTP 403'],
    [422, 'warning', 'not tested: POST /api/v1/encrypt: HTTP 422'],
  ])('is judged by %i: %s', (status, state, detail) => {
    expect(judgeToken(status)).toMatchObject({ name: 'token', state, detail });
  });
});

it('checks nothing where no service is named', async () => {
  for (const env of [{}, { BASE_URL: ' ' }])
    expect(await diagnoseTarget(undefined, env)).toEqual([
      expect.objectContaining({ name: 'service', state: 'unchecked' }),
    ]);
});

describe('judgeAnswer', () => {
  it.each([
    [200, true, 'ok', ''],
    [204, false, 'ok', ''],
    [301, true, 'problem', 'Redirects are not followed: use the base URL that it redirects to.'],
    [401, false, 'warning', 'Set ACCESS_TOKEN.'],
    [403, true, 'problem', 'Check that ACCESS_TOKEN is the token of this service.'],
    [404, true, 'problem', expect.stringMatching(/^The path may be wrong/)],
    [503, true, 'warning', 'Check the base URL and the health of the service.'],
  ] as const)('%i, token %s: %s', (status, hasToken, state, remedy) => {
    const detail = `GET /api/v1/user: HTTP ${status}`;
    expect(judgeAnswer(status, hasToken)).toEqual({ name: 'answer', state, detail, remedy });
  });
});

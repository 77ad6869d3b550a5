import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, temporaryFolder } from '../k6/stand-in.ts';
import { diagnoseTarget, judgeAnswer } from './diagnose-target.ts';

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
    expect(seen).toEqual([['POST', '/prefix/api/v1/encrypt', `Bearer ${token}`, 'application/json']]);
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

  it.each(['api.example', 'ftp://api.example'])('sends nothing for %j', async (baseUrl) => {
    expect(await statesOf(baseUrl)).toMatchObject({ 'base URL': 'problem' });
    expect(await statesOf(baseUrl)).not.toHaveProperty('connection');
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

it('says that it does not test the way through a proxy', async () => {
  const env = { ACCESS_TOKEN: token, HTTPS_PROXY: 'http://user:canary@proxy.example:3128' };
  const rows = await diagnoseTarget('https://api.example', env);
  expect(rows.map(({ name, state }) => [name, state])).toEqual([['proxy', 'warning']]);
  expect(rows[0]?.detail).toContain('does not test the way through it');
  expect(JSON.stringify(rows)).not.toContain('canary');
});

describe('the token', () => {
  const rowsOf = async (env: NodeJS.ProcessEnv) => {
    const url = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === `Bearer ${token}` ? 200 : 401).end('{}');
    });
    const rows = await diagnoseTarget(url, env);
    return rows.filter(({ name }) => /token|answer/.test(name)).map(({ state, detail }) => [state, detail]);
  };
  const refused = ['ok', 'POST /api/v1/encrypt: HTTP 401'];

  it.each([
    ['right', { ACCESS_TOKEN: token }, [['ok', 'POST /api/v1/encrypt: HTTP 200']]],
    ['wrong', { ACCESS_TOKEN: 'another-token-than-that' }, [['problem', 'POST /api/v1/encrypt: HTTP 401']]],
    [
      'not set',
      {},
      [['problem', 'ACCESS_TOKEN is not set: encrypt cannot be judged without its token.'], refused],
    ],
    [
      "in k6's secret source",
      { K6_SECRET_SOURCE: 'file=x' },
      [['warning', "not tested: k6's secret source has it"], refused],
    ],
  ])('is %s', async (_, env, rows) => {
    expect(await rowsOf(env)).toEqual(rows);
  });
});

it.each(['<!doctype html><title>Log in</title>', '', '{'])(
  'has no good word for a success that is no JSON (%#)',
  async (body) => {
    const url = await serve((_, response) => response.end(body));
    const rows = await diagnoseTarget(url, { ACCESS_TOKEN: token });
    expect(rows.at(-1)).toMatchObject({
      name: 'answer',
      state: 'warning',
      detail: 'POST /api/v1/encrypt: HTTP 200, but its body is no JSON',
    });
  },
);

it('checks nothing where no service is named', async () => {
  for (const env of [{}, { BASE_URL: ' ' }])
    expect(await diagnoseTarget(undefined, env)).toEqual([
      expect.objectContaining({ name: 'service', state: 'warning' }),
    ]);
});

describe('judgeAnswer', () => {
  it.each([
    [200, true, 'ok', ''],
    [204, false, 'ok', ''],
    [301, true, 'problem', 'Redirects are not followed: use the base URL that it redirects to.'],
    [401, false, 'ok', ''],
    [403, true, 'problem', 'Check that ACCESS_TOKEN is the token of this service.'],
    [404, true, 'problem', expect.stringMatching(/^The path may be wrong/)],
    [503, true, 'warning', 'Check the base URL and the health of the service.'],
  ] as const)('%i, token %s: %s', (status, hasToken, state, remedy) => {
    const detail = `POST /api/v1/encrypt: HTTP ${status}`;
    expect(judgeAnswer(status, true, hasToken)).toEqual({
      name: 'answer',
      state,
      detail,
      remedy,
    });
  });
});

describe('over TLS', () => {
  /** A service with a certificate of its own, and the files of that certificate. */
  async function secured(requestCert = false) {
    const folder = temporaryFolder();
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', keyFile, '-out', certFile, '-days', '9', '-subj', '/CN=own'];
    const names = ['-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...names], { stdio: 'ignore' });
    const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)];
    const server = createServer(
      { key, cert, ca: cert, requestCert, rejectUnauthorized: requestCert },
      (_, response) => void response.end('{}'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, cert: certFile, key: keyFile };
  }

  const asked = async (port: number, options: object, host = 'localhost') =>
    await diagnoseTarget(`https://${host}:${port}`, { ACCESS_TOKEN: token }, options);

  it('asks with a private authority and a client certificate', async () => {
    const { port, cert, key } = await secured(true);
    const states = async (options: object) =>
      Object.fromEntries((await asked(port, options)).map(({ name, state }) => [name, state]));
    expect(await states({ cacert: cert, cert, key })).toMatchObject({ answer: 'ok' });
    expect(await states({ insecure: true, cert, key })).toMatchObject({ answer: 'ok' });
    expect(await states({ cacert: cert })).toMatchObject({ answer: 'problem' });
    expect(await states({ cert, key })).toMatchObject({ answer: 'problem' });
    expect(await states({ cert })).toEqual({ transport: 'problem' });
  });

  it('says why there is no answer, and what to do', async () => {
    const { port, cert } = await secured();
    const untrusted = (await asked(port, {})).at(-1);
    expect(untrusted?.detail).toBe('POST /api/v1/encrypt: DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(untrusted?.remedy).toContain('--cacert FILE');
    const misnamed = (await asked(port, { cacert: cert }, '127.0.0.1')).at(-1);
    expect(misnamed?.detail).toBe('POST /api/v1/encrypt: ERR_TLS_CERT_ALTNAME_INVALID');
    const wanting = await secured(true);
    const uncertified = (await asked(wanting.port, { cacert: wanting.cert })).at(-1);
    expect(uncertified?.remedy).toContain('--cert and --key');
    const plain = await serve((_, response) => response.end('{}'));
    expect((await asked(Number(new URL(plain).port), {})).at(-1)?.remedy).toContain('write http://');
  });
});

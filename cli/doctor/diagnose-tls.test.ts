import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, temporaryFolder } from '../k6/stand-in.ts';
import { diagnoseTarget } from './diagnose-target.ts';
import { diagnoseTls, judgeTls } from './diagnose-tls.ts';

const answerAtOnce = (_: unknown, response: Http2ServerResponse): void => void response.end('{}');

/** A service behind TLS whose certificate ends after so many days, and the files of that certificate. */
async function secured(days: number, wantsCertificate = false, answer = answerAtOnce) {
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', keyFile, '-out', certFile, '-days', String(days), '-subj', '/CN=own'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...names], { stdio: 'ignore' });
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  const asking = { requestCert: wantsCertificate, rejectUnauthorized: wantsCertificate, ca: cert };
  const server = createSecureServer({ key, cert, ...asking }, answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, cert, certFile, keyFile };
}

describe('diagnoseTls', () => {
  const asked = async (port: number, trust = {}, name = 'localhost') => {
    const address = { host: '127.0.0.1', port };
    return (await diagnoseTls(address, name, { rejectUnauthorized: true, ...trust })).row;
  };

  it('shows protocol, HTTP version, and the certificate with its end', async () => {
    const { port, cert } = await secured(90);
    const { state, detail } = await asked(port, { ca: cert });
    expect(state).toBe('ok');
    expect(detail).toMatch(
      /^TLS 1\.3, HTTP\/2; certificate of own by own until \d{4}-\d\d-\d\d \((89|90) days left\)$/,
    );
  });

  it('names why a certificate is not trusted', async () => {
    const { port, cert } = await secured(90);
    const untrusted = await asked(port);
    expect([untrusted.state, untrusted.detail]).toEqual([
      'problem',
      expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    ]);
    expect((await asked(port, { rejectUnauthorized: false })).state).toBe('warning');
    const other = await asked(port, { ca: cert }, 'other.example');
    expect(other.detail).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('says where no TLS is spoken', async () => {
    const { port } = new URL(await serve((_, response) => response.end('{}')));
    expect(await asked(Number(port))).toMatchObject({ name: 'TLS', state: 'problem' });
  });
});

it.each([
  [90, null, false, 'ok', '(90 days left)'],
  [1, null, false, 'warning', '(1 day left)'],
  [-3, 'CERT_HAS_EXPIRED', false, 'problem', '(expired): CERT_HAS_EXPIRED'],
])('a certificate with %d days left, %s', (days, refusal, insecure, state, words) => {
  const seen = { protocol: 'TLS 1.3', http: 'HTTP/2' as const, subject: 'a', issuer: 'b', refusal };
  const judged = judgeTls({ ...seen, validToMs: days * 86_400_000 }, insecure, 0);
  expect(judged.state).toBe(state);
  expect(judged.detail).toContain(words);
});

it('asks over TLS with a private authority and a client certificate', async () => {
  const { port, certFile, keyFile } = await secured(90, true);
  const states = async (options: object) => {
    const rows = await diagnoseTarget(
      `https://localhost:${port}`,
      { ACCESS_TOKEN: 'token-of-the-service' },
      options,
    );
    return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
  };
  expect(await states({ cacert: certFile, cert: certFile, key: keyFile })).toMatchObject({
    TLS: 'ok',
    answer: 'ok',
    token: 'ok',
  });
  expect(await states({ cacert: certFile })).toMatchObject({ TLS: 'ok', answer: 'problem' });
  expect(await states({ cert: certFile, key: keyFile })).toMatchObject({ TLS: 'problem', answer: 'problem' });
  expect(await states({ cert: certFile })).toEqual({ transport: 'problem' });
});

it('says why nothing is answered over HTTP/2', async () => {
  const hangUp = (_: unknown, response: Http2ServerResponse) => response.stream.session?.destroy();
  const { port, certFile } = await secured(90, false, hangUp);
  const rows = await diagnoseTarget(`https://localhost:${port}`, {}, { cacert: certFile });
  expect(rows.at(-1)).toMatchObject({ name: 'answer', detail: 'GET /api/v1/user: ECONNRESET' });
  const untrusted = await diagnoseTarget(`https://localhost:${port}`, {});
  expect(untrusted.at(-1)?.detail).toBe('GET /api/v1/user: DEPTH_ZERO_SELF_SIGNED_CERT');
});

it('says that a service without TLS is asked with http', async () => {
  const url = await serve((_, response) => response.end('{}'));
  const rows = await diagnoseTarget(url.replace('http:', 'https:'), {});
  expect(rows.find(({ name }) => name === 'TLS')?.remedy).toContain('write http://');
});

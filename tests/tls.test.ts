import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diagnoseTarget } from '../cli/doctor/diagnose-target.ts';
import type { TransportOptions } from '../cli/transport.ts';
import { cli, filesIn } from './cli-run.ts';
import { k6Binary } from './k6-binary.ts';
import { canary } from './k6-run.ts';
import { ownCertificate } from './own-certificate.ts';

const own = ownCertificate();
const signed = ownCertificate({ signedBy: own.files });
const other = ownCertificate({ name: 'other.test' });
const expired = ownCertificate({ holds: ['20200101000000Z', '20200201000000Z'] });
const future = ownCertificate({ holds: ['20400101000000Z', '20410101000000Z'] });

const servers: { close(): unknown }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listening(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1') as Server, 'listening');
  return (server.address() as AddressInfo).port;
}

const overTls = (options: ServerOptions) =>
  listening(createServer(options, (_, response) => void response.end('{}')));
const plain = () => listening(createPlain((_, response) => void response.end('{}')));
/** Says this to whatever it is sent. */
const saying = (bytes: string) =>
  listening(
    createTcp((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(bytes, 'latin1')),
    ) as never,
  );

const trusted = { cacert: own.files.cert };
const wanting = { ...own.pair, requestCert: true, rejectUnauthorized: true, ca: own.pair.cert };
/** The broken certificates are their own authorities. */
const trusting = ({ files }: typeof own) => ({ cacert: files.cert });

interface Case {
  readonly what: string;
  readonly port: () => Promise<number>;
  readonly options?: TransportOptions;
  readonly scheme?: string;
  readonly words: RegExp;
  readonly remedy: string;
}

const oldOnly = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const cases: readonly Case[] = [
  {
    what: 'an expired certificate',
    port: () => overTls(expired.pair),
    options: trusting(expired),
    words: /over TLS: x509: certificate has expired .* is after 2020-02-01/,
    remedy: 'Renew or correct the certificate',
  },
  {
    what: 'a certificate of the future',
    port: () => overTls(future.pair),
    options: trusting(future),
    words: /over TLS: x509: certificate .* not yet valid: .* is before 2040-01-01/,
    remedy: 'check the clock of this machine',
  },
  {
    what: 'a private authority',
    port: () => overTls(signed.pair),
    words: /over TLS: x509: unknown authority/,
    remedy: '--cacert',
  },
  {
    what: 'a certificate for another host',
    port: () => overTls(other.pair),
    options: trusting(other),
    words: /over TLS: x509: certificate doesn't match hostname/,
    remedy: 'Use a host name for which the certificate',
  },
  {
    what: 'TLS 1.1 alone',
    port: () => overTls({ ...own.pair, ...oldOnly }),
    options: trusted,
    words: /over TLS: remote error: tls: protocol version not supported/,
    remedy: 'TLS 1.2 or 1.3',
  },
  {
    what: 'a client certificate',
    port: () => overTls(wanting),
    options: trusted,
    words: /over TLS: remote error: tls: certificate required/,
    remedy: '--cert and --key',
  },
  {
    what: 'a client certificate by TLS 1.2, which does not say so',
    port: () => overTls({ ...wanting, maxVersion: 'TLSv1.2' }),
    options: trusted,
    words: /over TLS: remote error: tls: handshake failure/,
    remedy: '--cert and --key',
  },
  {
    what: 'no handshake at all',
    port: () => saying(''),
    words: /over TLS: tls: the handshake was broken off \(EOF\)/,
    remedy: 'for this host name',
  },
  {
    what: 'plain HTTP where TLS is expected',
    port: plain,
    words: /over TLS: tls: first record does not look like a TLS handshake/,
    remedy: 'write http://',
  },
  {
    what: 'TLS where plain HTTP is expected, with an alert',
    port: () => saying('\x15\x03\x01\x00\x02\x02\x16'),
    scheme: 'http',
    words: /not HTTP .*malformed HTTP response "\\x15\\x03/,
    remedy: 'write https://',
  },
  {
    what: 'TLS where plain HTTP is expected, without a word',
    port: () => overTls(own.pair),
    scheme: 'http',
    words: /could be read: reset \(EOF\)/,
    remedy: 'whether HTTP or HTTPS is spoken there',
  },
];

const env = { ACCESS_TOKEN: canary };
const answerAt = async (url: string, options: TransportOptions = {}, more: NodeJS.ProcessEnv = {}) =>
  (await diagnoseTarget(url, { ...env, ...more }, k6Binary, options)).at(-1);

it.each(cases)('doctor names the layer that fails, and what helps: $what', async (one) => {
  const url = `${one.scheme ?? 'https'}://localhost:${await one.port()}`;
  const found = await answerAt(url, one.options);
  expect(found).toMatchObject({ name: 'answer', state: 'problem', detail: expect.stringMatching(one.words) });
  expect(found?.remedy).toContain(one.remedy);
});

it('a run says the same, and has no verdict', async () => {
  const url = `https://localhost:${await overTls(expired.pair)}`;
  const run = await cli(['smoke', '--base-url', url, '--cacert', expired.files.cert], { env });
  expect(run.exitCode, run.output).toBe(4);
  expect(run.output).toContain('could not be reached over TLS: x509: certificate has expired');
  expect(run.output).toContain('Renew or correct the certificate');
  const { findings } = JSON.parse(filesIn(run.folder)['report.json'] ?? '{}');
  expect(findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')).toEqual([]);
});

it('doctor trusts whom k6 trusts: a file, a folder, or anybody', async () => {
  const url = `https://localhost:${await overTls(own.pair)}`;
  const folder = mkdtempSync(join(tmpdir(), 'authorities-'));
  writeFileSync(join(folder, 'own.pem'), own.pair.cert);
  const states = async (options: TransportOptions, more: NodeJS.ProcessEnv) =>
    (await answerAt(url, options, more))?.state;
  expect(await states({}, {})).toBe('problem');
  expect(await states({}, { SSL_CERT_FILE: own.files.cert })).toBe('ok');
  expect(await states({}, { SSL_CERT_DIR: folder })).toBe('ok');
  expect(await states({}, { K6_INSECURE_SKIP_TLS_VERIFY: 'true' })).toBe('ok');
  const { cert, key } = own.files;
  const asking = `https://localhost:${await overTls(wanting)}`;
  expect((await answerAt(asking, { ...trusted, cert, key }))?.state).toBe('ok');
});

it('doctor speaks HTTP/2, as k6 does', async () => {
  const server = createSecureServer(own.pair, (_, response) => void response.end('{}'));
  const url = `https://localhost:${await listening(server as never)}`;
  expect(await answerAt(url, trusted)).toMatchObject({ state: 'ok', detail: expect.stringContaining('200') });
});

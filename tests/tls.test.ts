import { mkdtempSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diagnoseTarget } from '../cli/doctor/diagnose-target.ts';
import type { TransportOptions } from '../cli/transport.ts';
import { cli, reportIn } from './cli-run.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, checksThat } from './k6-run.ts';
import {
  closeTlsServers,
  expired,
  listening,
  overTls,
  own,
  trusted,
  wanting,
  wrongTls,
} from './wrong-tls.ts';

afterAll(closeTlsServers);

const env = { ACCESS_TOKEN: canary };
const answerAt = async (url: string, options: TransportOptions = {}, more: NodeJS.ProcessEnv = {}) =>
  (await diagnoseTarget({ ...options, baseUrl: url }, { ...env, ...more }, k6Binary)).at(-1);

it.each(wrongTls)('doctor names the layer that fails, and what helps: $what', async (one) => {
  const url = `${one.scheme ?? 'https'}://localhost:${await one.port()}`;
  const found = await answerAt(url, one.options);
  expect(found).toMatchObject({ name: 'answer', state: 'problem', detail: expect.stringMatching(one.words) });
  expect(found?.remedy).toContain(one.remedy);
});

it('a run says the same, and has no verdict', async () => {
  const url = `https://localhost:${await overTls(expired.pair)}`;
  const run = await cli(['smoke', '--base-url', url, '--cacert', expired.files.cert], { env });
  expect(run.exitCode, run.output).toBe(4);
  expect(run.output).toMatch(
    /could not be reached at localhost port \d+ over TLS: x509: certificate has expired/,
  );
  expect(run.output).toContain('Renew or correct the certificate');
  expect(checksThat(reportIn(run.folder), 'fail')).toEqual([]);
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

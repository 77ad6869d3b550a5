import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'vitest';
import { lineOf } from '../reports/after/ledger/line.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

/** Answers each CONNECT with this status and its words. */
async function proxySaying(status: string, onTestFinished: TestContext['onTestFinished']): Promise<string> {
  const server = createServer().on('connect', (_, socket) => {
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 ${status}\r\nX-Why: ${canary}\r\n\r\n`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function unreached(env: Readonly<Record<string, string>>) {
  const run = await cli(['gate', '--profile', 'quick', '--yes'], { env: { ACCESS_TOKEN: canary, ...env } });
  const { standing } = lineOf(JSON.parse(filesIn(run.folder)['report.json'] ?? '{}'), null);
  return { ...run, standing };
}

describe.concurrent('what this machine or its proxy could not send is told as that, and held against nobody', () => {
  it('a proxy that opens no way', async ({ expect, onTestFinished }) => {
    const proxy = await proxySaying('407 Proxy Authentication Required', onTestFinished);
    const env = { BASE_URL: 'https://service.test', HTTPS_PROXY: proxy.replace('//', '//user:password@') };
    const said = `The proxy ${proxy} opened no way to the service and said: Proxy Authentication Required.`;
    const run = await unreached(env);
    expect([run.exitCode, run.standing], run.output).toEqual([4, 'left-out']);
    expect(run.output).toContain(said);
    const doctor = await cli(['doctor'], { env: { ACCESS_TOKEN: canary, ...env } });
    expect(doctor.output).toContain(said);
  });

  it('a name that cannot be resolved', async ({ expect }) => {
    const run = await unreached({ BASE_URL: 'http://service.test' });
    expect([run.exitCode, run.standing], run.output).toEqual([4, 'left-out']);
    expect(run.output).toContain('lookup');
  });

  it('but a service that is not there is down', async ({ expect }) => {
    const run = await unreached({ BASE_URL: 'http://127.0.0.1:1' });
    expect([run.exitCode, run.standing], run.output).toEqual([4, 'down']);
  });
});

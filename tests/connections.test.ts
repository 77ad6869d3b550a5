import { describe, expect, it, vi } from 'vitest';
import type { Report } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { http2Front } from './http2-front.ts';
import { canary } from './k6-run.ts';
import { tlsFront } from './tls-front.ts';

const handshakeMs = 40;

/** So few calls that these runs do not disturb each other. */
const few = ['--rate', '60', '--duration', '6s'];
vi.setConfig({ maxConcurrency: 3 });

async function loadedBehindTls(variants: readonly string[]) {
  const service = await startService({ token: canary, variants });
  const front = await tlsFront(service.port, handshakeMs);
  try {
    return await loadedAt(front.url);
  } finally {
    front.close();
    await service.stop();
  }
}

async function loadedAt(url: string) {
  const env = { BASE_URL: url, ACCESS_TOKEN: canary, K6_INSECURE_SKIP_TLS_VERIFY: 'true' };
  const run = await cli(['load', '--profile', 'quick', ...few], { env });
  const files = filesIn(run.folder);
  const report: Report = JSON.parse(files['report.json'] ?? '{}');
  const user = report.endpoints.find(({ name }) => name === 'user');
  return { ...run, report, user, output: `${run.output}\n${JSON.stringify(user?.connections)}` };
}

describe.concurrent('a service behind slow TLS handshakes', () => {
  it('shows what the harness makes it do apart, when it keeps its connections', async () => {
    const { user, report, output } = await loadedBehindTls([]);
    expect(user?.connections?.reopened, output).toBe(0);
    expect(user?.connections?.freshCalls, output).toBeGreaterThan(0);
    expect(user?.latency?.explanation).not.toContain('reconnecting');
    expect(
      report.findings.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
  });

  it('does not pass without the handshakes when it closes each connection, and does not fail for them', async () => {
    const { user, report, output } = await loadedBehindTls(['close-each']);
    const { reopened = 0 } = user?.connections ?? {};
    expect(reopened, output).toBeGreaterThan((user?.answered ?? 0) / 2);
    expect(user?.slow, output).toBeGreaterThanOrEqual(reopened);
    expect(user?.latency?.verdict, output).toBe('inconclusive');
    expect(user?.latency?.slowCalls?.map(({ what }) => what)).toContain('had to reconnect');
    expect(
      report.findings.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
  });
});

it.concurrent('shares connections over HTTP/2, and knows which calls had their own', async () => {
  const service = await startService({ token: canary });
  const front = await http2Front(service.port);
  const { report, output } = await loadedAt(front.url);
  front.stop();
  await service.stop();
  const failed = report.findings.filter(({ verdict }) => verdict === 'fail');
  expect(failed, output).toEqual([]);
  const connections = report.endpoints.flatMap((endpoint) => endpoint.connections ?? []);
  expect(
    connections.map(({ reopened, freshFailures }) => reopened + freshFailures),
    output,
  ).toEqual([0, 0, 0, 0]);
  const fresh = connections.reduce((sum, { freshCalls }) => sum + freshCalls, 0);
  expect(fresh, output).toBeGreaterThan(20);
  expect(front.connections(), output).toBeGreaterThan(fresh);
});

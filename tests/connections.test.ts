import { describe, expect, it, vi } from 'vitest';
import type { Facts } from '../reports/facts.ts';
import { countOf } from '../reports/read-metrics.ts';
import type { Report } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { http2Front } from './http2-front.ts';
import { canary, checksThat } from './k6-run.ts';
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
  const { metrics }: Facts = JSON.parse(files['facts.json'] ?? '{}');
  const user = report.endpoints.find(({ name }) => name === 'user');
  const connections = (['user', 'encrypt', 'sync', 'backup'] as const).map((endpoint) => ({
    reopened: countOf(metrics, 'reopened', { endpoint }),
    fresh: countOf(metrics, 'fresh_calls', { endpoint, result: 'succeeded' }),
    freshFailures: countOf(metrics, 'fresh_calls', { endpoint, result: 'failed' }),
  }));
  return { ...run, report, user, connections, output: `${run.output}\n${JSON.stringify(connections)}` };
}

describe.concurrent('a service behind slow TLS handshakes', () => {
  it('shows what the harness makes it do apart, when it keeps its connections', async () => {
    const { user, report, connections, output } = await loadedBehindTls([]);
    expect(connections[0]?.reopened, output).toBe(0);
    expect(connections[0]?.fresh, output).toBeGreaterThan(0);
    expect(user?.latency?.explanation).not.toContain('reconnecting');
    expect(checksThat(report, 'fail'), output).toEqual([]);
  });

  it('does not pass without the handshakes when it closes each connection, and does not fail for them', async () => {
    const { user, report, connections, output } = await loadedBehindTls(['close-each']);
    const reopened = connections[0]?.reopened ?? 0;
    expect(reopened, output).toBeGreaterThan((user?.answered ?? 0) / 2);
    expect(user?.slow, output).toBeGreaterThanOrEqual(reopened);
    expect(user?.latency?.verdict, output).toBe('inconclusive');
    expect(user?.latency?.slowCalls?.map(({ what }) => what)).toContain('had to reconnect');
    expect(checksThat(report, 'fail'), output).toEqual([]);
  });
});

it.concurrent('shares connections over HTTP/2, and knows which calls had their own', async () => {
  const service = await startService({ token: canary });
  const front = await http2Front(service.port);
  const { report, connections, output } = await loadedAt(front.url);
  front.stop();
  await service.stop();
  expect(checksThat(report, 'fail'), output).toEqual([]);
  expect(
    connections.map(({ reopened, freshFailures }) => reopened + freshFailures),
    output,
  ).toEqual([0, 0, 0, 0]);
  const fresh = connections.reduce((sum, one) => sum + one.fresh, 0);
  expect(fresh, output).toBeGreaterThan(20);
  expect(front.connections(), output).toBeGreaterThan(fresh);
});

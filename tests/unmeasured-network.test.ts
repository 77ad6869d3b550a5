import { type RequestListener, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Facts } from '../reports/facts.ts';
import type { Report } from '../reports/report.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { http2Front } from './http2-front.ts';
import { canary, k6Run } from './k6-run.ts';

/** Longer than the limit and any error of k6, and shorter than a network might take that nobody has measured. */
const slowMs = 80;

vi.setConfig({ maxConcurrency: 3 });

let service: RunningService;
let front: Awaited<ReturnType<typeof neverClosing>>;

beforeAll(async () => {
  service = await startService({ token: canary });
  front = await neverClosing(service.port);
});
afterAll(async () => {
  await front.stop();
  await service.stop();
});

/** The same service by an address of this machine that is not a loopback address by its name. */
function elsewhere(): string {
  return front.url.replace('127.0.0.1', '0.0.0.0');
}

/** Stands before a service on this port, or is its proxy, and keeps each connection open, also where it is asked to close it. */
function neverClosing(port: number) {
  const passOn: RequestListener = (asked, response) => {
    response.shouldKeepAlive = true;
    const { method, url = '', headers } = asked;
    const { pathname: path } = new URL(url, 'http://front');
    const onward = request({ port, method, path, headers }, (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    setTimeout(() => asked.pipe(onward), slowMs);
  };
  return httpService(passOn, '127.0.0.1', { insecureHTTPParser: true });
}

/** So few calls that these runs do not disturb each other. */
const load = { PROFILE: 'quick', RATE: '60', DURATION: '2s' };
/** Enough for twenty control calls. */
const longer = { DURATION: '6s' };

const farAway = ['far-away', 'behind-proxy', 'few-handshakes', 'network-untimed'];

function seenIn({ folder }: { readonly folder: string }) {
  const files = filesIn(folder);
  const { before, metrics }: Facts = JSON.parse(files['facts.json'] ?? '{}');
  const report: Report = JSON.parse(files['report.json'] ?? '{}');
  const { latency } = report.endpoints.find(({ name }) => name === 'user') ?? {};
  const count = (name: string) => metrics[name]?.['count'] ?? 0;
  const far = latency?.conditions.find(({ id }) => farAway.includes(id));
  return { roundTrip: before?.roundTrip, count, far, explanation: latency?.explanation };
}

async function loadedAt(url: string, env: Readonly<Record<string, string>> = {}) {
  const run = await cli(['load', '--yes'], { env: { BASE_URL: url, ACCESS_TOKEN: canary, ...load, ...env } });
  return seenIn(run);
}

describe.concurrent('a service that keeps its connections open whatever it is asked', () => {
  it('within one machine has no network', async () => {
    const { roundTrip, far, explanation } = await loadedAt(front.url);
    expect(roundTrip).toEqual({ floorMs: 0, p95Ms: 0 });
    expect(far).toBeUndefined();
    expect(explanation).not.toContain('network');
  });

  it('elsewhere is timed by connections of our own, under load too', async () => {
    const { roundTrip, count, far } = await loadedAt(elsewhere(), longer);
    expect(roundTrip?.floorMs).toBeGreaterThan(0);
    expect(count('control_over')).toBeGreaterThan(20);
    expect(count('handshakes')).toBeGreaterThanOrEqual(count('control_over'));
    expect(far?.remedy ?? '').not.toContain('could be timed');
  });

  it('elsewhere is not timed by plain k6, which says so', async () => {
    const { roundTrip, far } = seenIn(await k6Run('load', { BASE_URL: elsewhere(), ...load }));
    expect(roundTrip).toBeNull();
    expect(far?.reason).toContain('is not known');
    expect(far?.remedy).toContain('Start the run with the command line');
  });
});

it.concurrent('behind a proxy on this machine the network is not known, however near the proxy is', async () => {
  const { roundTrip, count, far } = await loadedAt('http://service.test', {
    HTTP_PROXY: front.url,
    ...longer,
  });
  expect(roundTrip).toBeNull();
  expect(count('control_over')).toBeGreaterThan(20);
  expect(far?.remedy).toContain('NO_PROXY');
});

it.concurrent('HTTP/2 closes what it is asked to close: its handshakes are timed', async () => {
  const http2 = await http2Front(service.port);
  const { roundTrip } = await loadedAt(http2.url, { K6_INSECURE_SKIP_TLS_VERIFY: 'true' });
  http2.stop();
  expect(roundTrip?.floorMs).toBeGreaterThan(0);
});

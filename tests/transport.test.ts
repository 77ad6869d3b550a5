import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plannedRequests, preflightPlan } from '../schemas/profiles.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn, reportIn } from './cli-run.ts';
import { type HttpFront, httpFront } from './http-front.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, k6Run } from './k6-run.ts';
import { type TlsFront, tlsFront } from './tls-front.ts';

/** A name that only the proxy knows: whatever is sent to it stays on this machine. */
const elsewhere = 'http://service.test/tenant';
const key = 'header-canary-0123456789';
const header = `X-Gateway-Key: ${key}`;

let service: RunningService;
let tls: TlsFront;
const fronts: HttpFront[] = [];

/** Most of the time they wait. */
vi.setConfig({ maxConcurrency: 4 });

beforeAll(async () => {
  service = await startService({ token: canary });
  tls = await tlsFront(service.port, 0, true);
});
afterAll(async () => {
  for (const front of fronts) front.stop();
  tls.close();
  await service.stop();
});

/** A front of the service for one test alone. */
async function frontOf(...given: [prefix?: string, most?: number]) {
  const front = await httpFront(service.port, ...given);
  fronts.push(front);
  return front;
}

describe.concurrent("the operator's own headers", () => {
  it('come with each request to the service, never to the one it is compared with, and the report names them', async () => {
    // A block without an answer ends the comparison.
    const [judged, other] = [await frontOf(), await frontOf('', 120)];
    const headers = 'X-Tenant: 7\naccept: application/vnd.service+json';
    const args = ['load', '--profile', 'quick', '--rate', '120', '--duration', '1s', '--compare', other.url];
    const run = await cli([...args, '--header', header], {
      env: { BASE_URL: judged.url, ACCESS_TOKEN: canary, REQUEST_HEADERS: headers },
    });
    expect([0, 1, 3], run.output).toContain(run.exitCode);
    expect(judged.seen.length).toBeGreaterThan(100);
    expect(
      new Set(judged.seen.map(({ headers: h }) => `${h['x-gateway-key']} ${h['x-tenant']} ${h.accept}`)),
    ).toEqual(new Set([`${key} 7 application/vnd.service+json`]));
    expect(other.seen.length, run.output).toBeGreaterThan(100);
    const own = ({ headers: h }: (typeof other.seen)[number]) => 'x-gateway-key' in h || 'x-tenant' in h;
    expect(other.seen.filter(own)).toEqual([]);
    expect(new Set(other.seen.map(({ headers: h }) => h.accept))).toEqual(new Set(['application/json']));
    expect(reportIn(run.folder).run.transport).toEqual({ headers: ['X-Gateway-Key', 'X-Tenant', 'Accept'] });
    expect(run.output).toContain('REQUEST_HEADERS="$REQUEST_HEADERS" node ');
    for (const [name, text] of Object.entries({ ...filesIn(run.folder), output: run.output }))
      expect(text, name).not.toContain(key.slice(0, 12));
  });

  it('are a problem of plain k6, too, which then sends nothing', async () => {
    const front = await frontOf();
    const run = await k6Run('smoke', { BASE_URL: front.url, REQUEST_HEADERS: 'Host: other' });
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.reason).toContain('REQUEST_HEADERS: Host is set by the harness itself');
    expect(front.seen).toEqual([]);
  });
});

describe.concurrent('certificates', () => {
  const run = (args: readonly string[]) =>
    cli(['smoke', ...args], { env: { BASE_URL: tls.url, ACCESS_TOKEN: canary } });

  it('of an authority that nobody knows: no verdict', async () => {
    const unknown = await run(['--cert', tls.cert, '--key', tls.key]);
    expect(unknown.exitCode, unknown.output).toBe(4);
  });

  it.runIf(process.platform === 'linux')('of a private authority, and one for the client', async () => {
    const known = await run(['--cacert', tls.cert, '--cert', tls.cert, '--key', tls.key]);
    expect(known.exitCode, known.output).toBe(0);
    expect(reportIn(known.folder).run.transport).toEqual({ clientCertificate: true });
    const without = await run(['--cacert', tls.cert]);
    expect(without.exitCode, without.output).toBe(4);
  });

  it('that are not verified: said with the reason', async () => {
    const insecure = await run(['--insecure', '--cert', tls.cert, '--key', tls.key]);
    expect(insecure.exitCode, insecure.output).toBe(0);
    expect(insecure.output).toContain('none failed. The certificate of the service was not verified.');
    expect(reportIn(insecure.folder).run.transport).toEqual({ clientCertificate: true, unverified: true });
  });
});

describe.concurrent('a service that is not on this machine', () => {
  async function behindProxy() {
    const front = await frontOf('/tenant');
    const HTTP_PROXY = front.url.replace('//', '//proxy-user:proxy-canary@');
    return { front, env: { BASE_URL: elsewhere, ACCESS_TOKEN: canary, HTTP_PROXY } };
  }

  it('is checked without load through the proxy, which the report names without its credentials', async () => {
    const { front, env } = await behindProxy();
    const run = await cli(['smoke'], { env });
    expect(run.exitCode, run.output).toBe(0);
    const requests = plannedRequests(preflightPlan);
    expect(run.output).toContain(`conformance  about ${requests} requests`);
    expect(Math.abs(front.seen.length - requests)).toBeLessThan(requests / 8);
    expect(front.seen.at(-1)?.url).toMatch(/^http:\/\/service\.test\/tenant\/api\/v1\//);
    expect(front.seen.at(-1)?.headers['proxy-authorization']).toBeDefined();
    expect(reportIn(run.folder).run.transport).toEqual({ proxy: front.url });
    for (const [name, text] of Object.entries({ ...filesIn(run.folder), output: run.output }))
      expect(text, name).not.toContain('proxy-canary');
  });

  it.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'asks on a terminal, and shows there how the run gets on',
    async () => {
      const { front, env } = await behindProxy();
      const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
      const command = `${process.execPath} dist/cli.mjs load --profile quick --rate 120 --duration 4s --out ${folder}`;
      const given = { PATH: process.env['PATH'] ?? '', HOME: folder, K6_BIN: k6Binary, ...env };
      const answering = (input: string) =>
        execa('script', ['-qec', command, '/dev/null'], {
          env: given,
          extendEnv: false,
          input,
          reject: false,
        });
      const refused = await answering('n\n');
      expect([refused.exitCode, front.seen], refused.stdout).toEqual([2, []]);
      expect(refused.stdout).toContain('Stopped: nothing was sent.');
      const run = await answering('y\n');
      expect([1, 3], run.stdout).toContain(run.exitCode);
      expect(front.seen.length).toBeGreaterThan(100);
      const shown = run.stdout.split('\r\u001b[K');
      const atLoad = shown.filter((words) => /^Load: \d\s+s left, \d+ of 480 requests due/.test(words));
      // The virtual users of a busy machine begin late.
      expect(atLoad.length, run.stdout).toBeGreaterThan(0);
    },
  );

  it('gets a load with --yes', async () => {
    const { front, env } = await behindProxy();
    const short = ['load', '--profile', 'quick', '--rate', '120', '--duration', '2s'];
    const run = await cli([...short, '--yes'], { env });
    expect([1, 3], run.output).toContain(run.exitCode);
    expect(front.seen.length).toBeGreaterThan(100);
    expect(run.output).toContain(`${front.url}: its time is part of every response time`);
  });
});

import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { askService, encryptionOf } from '../client-fixture.ts';
import { routes, serviceEndpoints } from '../conformant-service.ts';
import { startService } from '../server.ts';
import { variants, variantsNamed } from './index.ts';
import type { Variant } from './variant.ts';
import { fire, type Shot, token, volley } from './volley-fixture.ts';

describe('the list', () => {
  test('has no name twice, and no name that a file could not have', () => {
    const names = variants.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9.-]+(@[a-z0-9-]+)?$/.test(name))).toEqual([]);
  });

  test('says of each fault, and of nothing else, which check finds it', () => {
    for (const { name, kind, caughtBy, summary } of variants) {
      expect(caughtBy !== undefined, name).toBe(kind === 'fault');
      expect(summary, name).toMatch(/^\S[^\n]*\.$/);
    }
  });

  test('is long enough', () => {
    const count = (kind: Variant['kind']) => variants.filter((variant) => variant.kind === kind).length;
    expect(count('fault')).toBeGreaterThanOrEqual(80);
    expect(count('quirk') + count('contested') + count('harness-fault')).toBeGreaterThanOrEqual(45);
  });

  test('knows no other name', () => {
    for (const name of ['user-body-html@never', '@after-50', 'user-body-html@', 'toString']) {
      expect(() => variantsNamed([name]), name).toThrow(/There is no fault or quirk named/);
    }
  });
});

describe('each variant shows, and only where it says', () => {
  const conformant = new Map<Shot, string>();

  beforeAll(async () => {
    for (const { shot, replies } of await shoot([], [], volley, 1)) {
      expect(new Set(replies).size, JSON.stringify(shot)).toBe(1);
      conformant.set(shot, replies[0] ?? '');
    }
  });

  const answering = variants.map(({ name }) => name).filter((name) => !/(hangs|tarpit)(@|$)/.test(name));
  // Most of the time of each is spent waiting.
  test.concurrent.each(answering)('%s', async (name) => {
    const [variant] = variantsNamed([name]);
    const isMeant = (shot: Shot) => variant !== undefined && concernsShot(variant, shot);
    const sent = name.startsWith('byte-by-byte') ? volley.filter(isShort) : volley;
    const [meant, others] = [sent.filter(isMeant), sent.filter((shot) => !isMeant(shot)).slice(0, 4)];
    const isUnseen =
      variant?.delayMs !== undefined ||
      variant?.showsRarely === true ||
      /body-late|two-parts|unannounced|connection-kept|by-length|mixed-up|unencrypted|same-result|varchar|ecb|loses-end|sync-(ahead|soon)|encrypt-(utf-16|compressed)|token-read-as-(?!(loose-)?base64|parts|grouped)/.test(
        name,
      );
    const fired = await shoot([name], meant, others, isUnseen ? 1 : 70);
    const differing = fired.filter(differs);
    expect(differing.filter(({ shot }) => !isMeant(shot)).map(({ shot }) => shot)).toEqual([]);
    expect(differing.length > 0).toBe(!isUnseen);
  });

  test('an unannounced close comes behind an answer that keeps the connection', async () => {
    const service = await startService({ token, variants: ['close-unannounced'] });
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /api/v1/sync/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
    await service.stop();
  });

  test('an answer that has no body has none over HTTP/1.0', async () => {
    const service = await startService({ token, variants: ['refusal-304', 'http-1.0'] });
    const socket = connect(service.port, '127.0.0.1');
    socket.write('POST /api/v1/encrypt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.0 304 .*\r\n\r\n$/s);
    await service.stop();
  });

  test('a call that another variant admits is refused in no way', async () => {
    const variants = ['refusal-404', 'refusal-reset', 'refusal-html', 'token-read-as-base64'];
    const service = await startService({ token, variants });
    const headers = { authorization: `Bearer ${token}==` };
    const reply = await askService(service, 'encrypt', { headers, body: encryptionOf('plain') });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringMatching(/json/)]);
    await service.stop();
  });

  test('a call that hangs gets no answer, and others do', async () => {
    const service = await startService({ token, variants: ['backup-hangs'] });
    const agent = new Agent();
    const hanging = askService(service, 'backup', { headers: { authorization: `Bearer ${token}` }, agent });
    const first = await Promise.race([hanging.catch(() => 'ended'), askService(service, 'sync')]);
    expect(first).toMatchObject({ status: 200 });
    agent.destroy();
    await service.stop();
    await expect(hanging).rejects.toThrow();
  });

  const differs = ({ shot, replies }: Fired) => replies.some((reply) => reply !== conformant.get(shot));

  /** Fires volleys until an answer to one of `meant` differs from the conformant service's, and returns the last volley. */
  async function shoot(
    names: readonly string[],
    meant: readonly Shot[],
    others: readonly Shot[],
    volleys: number,
  ): Promise<Fired[]> {
    const service = await startService({ token, variants: names });
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    const atOnce = names.some((name) => name.endsWith('@four-in-flight')) ? 6 : onFresh(names);
    let fired: Fired[] = [];
    for (let count = 0; count < volleys && !fired.some(differs); count += 1) {
      fired = [];
      for (const shot of [...meant, ...others]) {
        if (fired.some(differs) && meant.includes(shot)) continue;
        fired.push({ shot, replies: await fire(service, shot, kept, atOnce) });
      }
    }
    kept.destroy();
    await service.stop();
    return fired;
  }
});

/** Not of the data of which an answer has 150,000 bytes. */
const isShort = ({ question }: Shot) => String(question.body ?? '').length < 100_000;

/** What has no trigger, no delivery and no delay of its own says the same on every connection; 0: on a fresh one, too. */
function onFresh(names: readonly string[]): 0 | null {
  const all = variantsNamed(names);
  const isAlike = ({ trigger, deliver, delayMs }: Variant) => !trigger && !deliver && delayMs === undefined;
  return all.length > 0 && all.every(isAlike) ? null : 0;
}

interface Fired {
  readonly shot: Shot;
  readonly replies: readonly string[];
}

function concernsShot(
  { on = serviceEndpoints, calls = 'valid' }: Variant,
  { endpoint, credential }: Shot,
): boolean {
  if (!on.includes(endpoint)) return false;
  const isValid = credential === 'token' || !routes[endpoint].needsToken;
  if (calls === 'any') return true;
  return typeof calls === 'string' ? isValid === (calls === 'valid') : calls.includes(credential);
}

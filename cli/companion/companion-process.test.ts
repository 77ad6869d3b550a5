import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Machine, unknownSlice } from '../../schemas/machine.ts';
import { started } from './companion-fixture.ts';
import type { Companion } from './start-companion.ts';

let server: Companion;
beforeEach(async () => {
  server = await started();
});

function post(path: string, body?: unknown): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body: body === undefined ? null : JSON.stringify(body),
  });
}

interface Kept {
  readonly sliceCounts: object;
  readonly machine: Machine;
  readonly machineSlices: readonly object[];
  readonly evidence: readonly object[];
}

async function kept(): Promise<Kept> {
  return (await post('/phase/measure-end')).json() as Promise<Kept>;
}

async function connection(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  return socket;
}

function requestLine(method: string, path: string): string {
  return `${method} ${new URL(server.url).pathname}${path} HTTP/1.1\r\nHost: x\r\n`;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

const slices = { startMs: Date.now(), sliceMs: 20, count: 3 };

it('adds up what virtual users counted in slices', async () => {
  await post('/slice-counts', { 'slow{slice:1}': 2, 'slow{slice:2}': 1 });
  await post('/slice-counts', { 'slow{slice:1}': 3 });
  expect((await kept()).sliceCounts).toEqual({ 'slow{slice:1}': 5, 'slow{slice:2}': 1 });
});

it('watches the machine in each slice of the load', async () => {
  await post('/phase/measure-start', { ...slices, sliceMs: 1e6 });
  await setTimeout(500);
  const { machineSlices } = await kept();
  expect(machineSlices).toHaveLength(1);
  expect(Object.keys(machineSlices[0] ?? {})).toEqual(Object.keys(unknownSlice));
});

it('tells the phases of the run', async () => {
  const told: unknown[] = [];
  server.onPhase = (phase) => told.push(phase);
  await post('/phase/before-load');
  await post('/phase/measure-start', slices);
  await post('/phase/measure-end');
  await expect.poll(() => told).toEqual(['before-load', 'load', 'after-load']);
});

describe('the control endpoint', () => {
  it('takes a time near 20 ms, and tells it below what the client saw', async () => {
    const startedMs = performance.now();
    const response = await fetch(`${server.url}/delay`);
    const seenMs = performance.now() - startedMs;
    const toldMs = Number(response.headers.get('X-Service-Ms'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(toldMs).toBeGreaterThan(17.9);
    expect(toldMs).toBeLessThan(seenMs);
  });

  it('answers many on one connection, and many connections at once', async () => {
    const socket = await connection();
    const text = `${requestLine('GET', '/delay')}\r\n`;
    for (let count = 0; count < 3; count += 1)
      expect(await ask(socket, text)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => ask(await connection(), text)));
    expect(new Set(answers.map((answer) => answer.slice(0, 15)))).toEqual(new Set(['HTTP/1.1 200 OK']));
  });

  it('answers a request that comes in pieces', async () => {
    const socket = await connection();
    socket.write(requestLine('GET', '/delay'));
    expect(await ask(socket, 'Accept: */*\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 OK\r\nX-Service-Ms: \d+\.\d{3}\r\n/,
    );
  });

  it('answers before and after other requests of the same connection', async () => {
    const socket = await connection();
    const text = `${requestLine('GET', '/delay')}\r\n`;
    expect(await ask(socket, text)).toContain('X-Service-Ms');
    expect(await ask(socket, `${requestLine('POST', '/phase/measure-end')}\r\n`)).toMatch(
      /^HTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\n\{.+\}$/,
    );
    expect(await ask(socket, text)).toContain('X-Service-Ms');
  });

  it('answers a client that does not wait for its answer', async () => {
    const socket = await connection();
    const text = `${requestLine('GET', '/delay')}\r\n`;
    socket.write(text);
    socket.write(text);
    let answers = '';
    for await (const chunk of socket) {
      answers += chunk;
      if (answers.split('X-Service-Ms').length === 3 && answers.endsWith('\r\n\r\n')) break;
    }
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });
});

it('times a connection of its own to whoever listens', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const timed = async () => (await post('/handshake', { host: '127.0.0.1', port })).json();
  expect(await timed()).toBeGreaterThan(0);
  listener.close();
  await once(listener, 'close');
  expect(await timed()).toBeNull();
});

describe('evidence', () => {
  const record = { check: 'user-id', cause: 'no prefix', evidence: { status: 200, excerpt: 'é\u0000' } };

  it('is given back as it came', async () => {
    expect((await post('/evidence', record)).status).toBe(204);
    expect((await kept()).evidence).toEqual([record]);
  });

  it('is no longer kept after five of a check, which are all that the report shows', async () => {
    const other = { check: 'user', cause: 'no prefix' };
    for (let count = 0; count < 6; count += 1) await post('/evidence', record);
    await post('/evidence', other);
    expect((await kept()).evidence).toEqual([...Array<unknown>(5).fill(record), other]);
  });

  it('survives a client that goes away in the middle', async () => {
    const aborted = request(`${server.url}/evidence`, {
      method: 'POST',
      headers: { 'Content-Length': 1000 },
    });
    aborted.on('error', () => {});
    aborted.write('{"check":');
    await once(aborted, 'socket');
    aborted.destroy();
    await post('/evidence', record);
    expect((await kept()).evidence).toEqual([record]);
  });
});

describe('the generator', () => {
  it('is described by the machine alone until it is known', async () => {
    expect((await kept()).machine).toMatchObject({
      os: expect.stringMatching(/\S/),
      cores: expect.any(Number),
      generatorBusyShare: null,
    });
  });

  it.runIf(process.platform === 'linux')('is watched from when it is named', async () => {
    const share = async () => {
      server.watch({ generator: process.pid, service: null });
      await setTimeout(100);
      return (await kept()).machine.generatorBusyShare;
    };
    await expect.poll(share).toEqual(expect.any(Number));
  });

  it('has the measured time marked', async () => {
    expect((await post('/phase/measure-start', slices)).status).toBe(204);
    expect((await kept()).machine).toEqual((await kept()).machine);
    expect((await post('/phase/lunch')).status).toBe(404);
  });
});

describe('the server', () => {
  it('listens on loopback alone, under a path of its own', async () => {
    const { hostname, pathname, origin } = new URL(server.url);
    expect(hostname).toBe('127.0.0.1');
    expect(pathname).toMatch(/^\/[0-9a-f]{32}$/);
    expect((await fetch(`${origin}/delay`)).status).toBe(404);
    expect((await fetch(`${origin}/${'0'.repeat(32)}/delay`)).status).toBe(404);
  });

  it('stops while connections are open', async () => {
    const socket = await connection();
    socket.resume().write(`${requestLine('GET', '/delay')}\r\n`);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await Promise.all([closed, server.stop()]);
    await expect(fetch(`${server.url}/delay`)).rejects.toThrow();
  });
});

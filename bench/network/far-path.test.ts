import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTruthServer } from '../truth/truth-server.ts';
import { type FarPath, farAddress, openFarPath, type PathProperties } from './far-path.ts';

const direct = { roundTripMs: 0, jitterMs: 0, lossPercent: 0 };
const lack = await openFarPath(direct).then(
  (path) => path.close().then(() => null),
  (error: Error) => error.message,
);

async function pathOf(properties: Partial<PathProperties>): Promise<FarPath> {
  const path = await openFarPath({ ...direct, ...properties });
  onTestFinished(() => path.close());
  return path;
}

/** Milliseconds of the handshakes of so many connections, one after the other. */
async function handshakesMs({ near, far }: FarPath, count: number): Promise<number[]> {
  const server = await startTruthServer({ mode: 'fixed 100', within: far });
  onTestFinished(() => server.stop());
  const script = `
    const net = require('node:net');
    const times = [];
    const next = () => {
      if (times.length === ${count}) return console.log(JSON.stringify(times));
      const startedMs = performance.now();
      const socket = net.connect(${new URL(server.url).port}, '${farAddress}', () => {
        times.push(performance.now() - startedMs);
        socket.destroy();
        next();
      });
    };
    next();`;
  const [command = '', ...words] = [...near, process.execPath, '-e', script];
  return JSON.parse((await execa(command, words)).stdout);
}

describe.skipIf(lack !== null)(`far path${lack === null ? '' : ` (${lack})`}`, () => {
  test('holds each packet for half the round trip, and its jitter', async () => {
    const steady = await handshakesMs(await pathOf({ roundTripMs: 10 }), 5);
    expect(Math.min(...steady)).toBeGreaterThanOrEqual(10);
    const jittery = await handshakesMs(await pathOf({ roundTripMs: 10, jitterMs: 20 }), 20);
    expect(Math.max(...jittery) - Math.min(...jittery)).toBeGreaterThan(5);
    expect(Math.min(...jittery)).toBeGreaterThanOrEqual(10);
  });

  test('loses packets, which are sent again', async () => {
    const times = await handshakesMs(await pathOf({ lossPercent: 20 }), 10);
    expect(Math.max(...times)).toBeGreaterThan(200);
  });

  test('carries data both ways in its order', async () => {
    const path = await pathOf({ roundTripMs: 2, jitterMs: 2 });
    const server = await startTruthServer({ mode: 'fixed 100', within: path.far });
    onTestFinished(() => server.stop());
    const url = server.url.replace('0.0.0.0', farAddress);
    const script = `fetch('${url}/api/v1/encrypt', { method: 'POST', body: 'x'.repeat(300000),
      headers: { Authorization: 'Bearer ${server.token}' } }).then(({ status }) => console.log(status));`;
    const [command = '', ...words] = [...path.near, process.execPath, '-e', script];
    expect((await execa(command, words)).stdout).toBe('200');
    expect((await server.truth()).endpoints.encrypt.answered).toBe(1);
  });
});

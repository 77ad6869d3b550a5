import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { canary } from './k6-run.ts';

const mostPerS = 60;
const burst = 30;

/** Admits so many requests a second, and turns the others away. */
async function limitingFront(port: number) {
  let [left, lastMs, turnedAway] = [burst, performance.now(), 0];
  const front = await httpService((from, to) => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - lastMs) / 1000) * mostPerS);
    lastMs = nowMs;
    if (left < 1) {
      turnedAway += 1;
      from.resume();
      to.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    left -= 1;
    const { method, url, headers } = from;
    const passedOn = request({ port, method, path: url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    from.pipe(passedOn);
  });
  return { ...front, turnedAway: () => turnedAway };
}

it('--rate holds before the load too: a service that limits the rate passes below its limit', async () => {
  const service = await startService({ token: canary });
  const front = await limitingFront(service.port);
  try {
    const env = { BASE_URL: front.url, ACCESS_TOKEN: canary };
    const slow = await cli(['smoke', '--rate', '40'], { env });
    expect(slow.exitCode, slow.output).toBe(0);
    expect(front.turnedAway()).toBe(0);
  } finally {
    await front.stop();
    await service.stop();
  }
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diagnosePath, judgeRoundTrip } from './diagnose-path.ts';

describe('judgeRoundTrip', () => {
  const steady = Array.from({ length: 20 }, (_, index) => 0.1 + index / 1000);

  it('is ok on a short way', () => {
    expect(judgeRoundTrip(steady)).toEqual({
      name: 'round trip',
      state: 'ok',
      detail: '19 of 20 connections took 0.10 to 0.12 ms',
      remedy: '',
    });
  });

  it('lets one lost packet pass', () => {
    expect(judgeRoundTrip([...steady.slice(1), 1000]).state).toBe('ok');
  });

  it('does not advise to go nearer than loopback', () => {
    for (const times of [
      [...steady.slice(2), 7, 8],
      steady.map((time) => time + 12),
      steady.map((time) => time + 20),
    ]) {
      expect(judgeRoundTrip(times).remedy).toContain('closer');
      expect(judgeRoundTrip(times, true).remedy).toMatch(/^Check whether this machine is busy/);
    }
  });

  it.each([
    [4, 'ok', ' took 4.00 to 4.00 ms'],
    [12.4, 'warning', ' took 12.40 to 12.40 ms of the 20 ms that an answer may take'],
  ])('says how much of the limit a way of %d ms leaves', (roundTripMs, state, words) => {
    const judged = judgeRoundTrip(steady.map((time) => time / 100 + roundTripMs));
    expect([judged.state, judged.detail]).toEqual([state, `19 of 20 connections${words}`]);
  });

  it('finds no use in a way longer than the limit', () => {
    const far = judgeRoundTrip(steady.map((time) => time + 20));
    expect(far.state).toBe('problem');
    expect(far.detail).toContain('no answer can arrive under 20 ms');
  });
});

describe('diagnosePath', () => {
  it('opens twenty connections, one after the other', async () => {
    let open = 0;
    let total = 0;
    const server = createServer((socket) => {
      total += 1;
      open += 1;
      socket.resume().once('close', () => {
        open -= 1;
      });
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [connection, roundTrip] = await diagnosePath(`http://127.0.0.1:${port}`);
    expect(connection).toMatchObject({ state: 'ok', detail: `127.0.0.1 port ${port}` });
    expect(Number.parseFloat(roundTrip?.detail ?? '')).toBeGreaterThan(0);
    await expect.poll(() => [total, open]).toEqual([20, 0]);
  });
});

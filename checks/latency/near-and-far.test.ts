import { expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';
import { isFelt, leastNetworkMs } from './network.ts';
import { isQuietEnough } from './quiet-time.ts';

it('takes network time off only where the limit is declared to hold at a service that is not near', () => {
  const far = { floorMs: 10, p95Ms: 10.8 };
  expect(leastNetworkMs(far, 'service')).toBeGreaterThan(8);
  expect([leastNetworkMs(far, null), leastNetworkMs(far, 'client')]).toEqual([0, 0]);
  expect([null, { floorMs: 0.5, p95Ms: 0.5 }].map((one) => leastNetworkMs(one, 'service'))).toEqual([0, 0]);
});

it('feels a near network that loses packets, if enough handshakes show it', () => {
  const isFeltWith = (long: number, count: number) => {
    const handshakes = [
      { upToMs: 0.5, count: count - long },
      { upToMs: null, count: long },
    ];
    return isFelt({ ...quiet, handshakes });
  };
  expect([isFeltWith(3, 3000), isFeltWith(4, 3000), isFeltWith(1, 300)]).toEqual([false, true, true]);
  expect(isFeltWith(20, 299)).toBe(false);
});

it('judges quiet time if a quarter of the load was quiet', () => {
  expect([isQuietEnough(15, 60), isQuietEnough(14, 60)]).toEqual([true, false]);
});

it('shows slow calls beyond a network of which few handshakes took long and one very long', () => {
  const handshakes = [
    { upToMs: 1.4, count: 7600 },
    { upToMs: 2.4, count: 1000 },
    { upToMs: 6, count: 100 },
    { upToMs: 12, count: 14 },
    { upToMs: 39, count: 1 },
  ];
  const far = { ...quiet, roundTrip: { floorMs: 1.2, p95Ms: 1.4 }, handshakes };
  const verdictOf = (every: number) =>
    judgeLatency(measured(waits(9300, 3, 40, every)), far, standard).verdict;
  expect([verdictOf(25), verdictOf(120)]).toEqual(['fail', 'inconclusive']);
});

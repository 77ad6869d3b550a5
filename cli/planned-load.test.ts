import { expect, it } from 'vitest';
import { loadPlanned } from './planned-load.ts';

it('says before the run what it can decide', () => {
  const { words, cappedRate } = loadPlanned('gate', {}, null, 2);
  expect(words).toMatch(
    /^Load: 425 requests\/s for 64 s, about 6800 calls an endpoint\. It can decide p95 and p99/,
  );
  expect(cappedRate).toBeNull();
});

it('asks no more than the cores can time, unless somebody chose the rate', () => {
  expect(loadPlanned('load', {}, null, 1).cappedRate).toBe(250);
  expect(loadPlanned('load', {}, null, 1).words).toMatch(/^Load: 250 requests/);
  expect(loadPlanned('load', { rate: '900' }, null, 1).cappedRate).toBeNull();
  expect(loadPlanned('load', {}, { version: 1, rate: 300 }, 1).cappedRate).toBeNull();
});

it('promises nothing of a duration of the operator, nor of a load that changes', () => {
  expect(loadPlanned('gate', { duration: '10s' }, null, 2).words).toBe(
    'Load: 425 requests/s for 10 s, about 1063 calls an endpoint.',
  );
  expect(loadPlanned('spike', {}, null, 2).words).toBeNull();
});

it('knows what k6 will have to hold in memory', () => {
  const sizes = ['conformance', 'gate', 'soak', 'breakpoint'].map((scenario) => {
    const { load } = loadPlanned(scenario, {}, null, 2);
    return load && { virtualUsers: load.virtualUsers, calls: load.calls };
  });
  expect(sizes).toEqual([
    null,
    { virtualUsers: 92, calls: 27_200 },
    { virtualUsers: 92, calls: 765_000 },
    { virtualUsers: 699, calls: 103_360 },
  ]);
});

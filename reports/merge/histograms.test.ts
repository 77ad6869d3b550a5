import { expect, it } from 'vitest';
import { endpointResult } from '../fixtures/endpoint.ts';
import { bucketNumber, mergeHistograms, percentilesOf } from './histograms.ts';

it('knows the edges by which runs count', () => {
  const { histogram } = endpointResult({ name: 'user', requests: 9, medianMs: 2, spread: 0.2 });
  const numbers = histogram.map(({ upToMs }) => bucketNumber(upToMs));
  expect(numbers).toEqual(Array.from({ length: 115 }, (_, index) => index - 48));
});

it.each([21, 0.1, 20 * 1.1 ** 66, 0])('knows no bucket that ends at %d ms', (upToMs) => {
  expect(bucketNumber(upToMs)).toBeNull();
});

it('adds buckets that one part lacks, and fills the gaps', () => {
  const merged = mergeHistograms([
    [
      { upToMs: 20, count: 3 },
      { upToMs: null, count: 1 },
    ],
    [
      { upToMs: 20 / 1.1 ** 2, count: 2 },
      { upToMs: 20, count: 4 },
    ],
  ]);
  expect(merged.slice(0, 4).map(({ count }) => count)).toEqual([0, 2, 0, 7]);
  expect(merged[3]?.upToMs).toBeCloseTo(20, 9);
  expect(merged.at(-1)).toEqual({ upToMs: null, count: 1 });
  expect(merged).toHaveLength(4 + 66);
});

it('is empty where nothing was answered', () => {
  expect(mergeHistograms([[], [{ upToMs: 20, count: 0 }]])).toEqual([]);
  expect(percentilesOf([], [99], null)).toEqual([]);
});

it('gives a percentile only where ten samples lie beyond it', () => {
  const histogram = [{ upToMs: 20, count: 999 }];
  expect(percentilesOf(histogram, [], 20).map(({ percentile }) => percentile)).toEqual([50, 90, 95]);
  expect(percentilesOf([{ upToMs: 20, count: 1 }], [], 19)).toEqual([{ percentile: 50, ms: 19 }]);
});

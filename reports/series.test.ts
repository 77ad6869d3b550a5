import { describe, expect, test } from 'vitest';
import { endpointResult } from './fixtures/endpoint.ts';
import type { TimeSlice } from './report.ts';
import { joinBuckets, joinSlices } from './series.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const endpoint = endpointResult({ name: 'encrypt', requests: 20_000, medianMs: 12, spread: 0.3 });

describe('buckets', () => {
  test('are joined to at most so many, with every call counted', () => {
    const joined = joinBuckets(endpoint.histogram, 20, 24);
    expect(joined.length).toBeLessThanOrEqual(24);
    expect(sum(joined.map(({ count }) => count))).toBe(20_000);
  });

  test('are never joined across the limit', () => {
    for (const most of [3, 10, 24, 60]) {
      expect(joinBuckets(endpoint.histogram, 20, most).map(({ upToMs }) => upToMs)).toContain(20);
    }
  });

  test('left out for having no calls are put in again, from one below the first to one beyond the limit', () => {
    const edge = (step: number) => 20 * 1.1 ** step;
    const sparse = [
      { upToMs: edge(-5), count: 7 },
      { upToMs: edge(-2), count: 1 },
    ];
    const joined = joinBuckets(sparse, 20, 40);
    expect(joined.map(({ count }) => count)).toEqual([0, 7, 0, 0, 1, 0, 0, 0]);
    expect(joined.map(({ upToMs }) => Number(upToMs?.toFixed(5)))).toEqual(
      [-6, -5, -4, -3, -2, -1, 0, 1].map((step) => Number(edge(step).toFixed(5))),
    );
    expect(joined[6]?.upToMs).toBe(20);
  });

  test('a bucket without an upper edge stays the last', () => {
    expect(
      joinBuckets(
        [
          { upToMs: 22, count: 1 },
          { upToMs: null, count: 2 },
        ],
        20,
        40,
      ).at(-1),
    ).toEqual({
      upToMs: null,
      count: 2,
    });
  });

  test('nothing at all stays nothing', () => {
    expect(joinBuckets([], 20, 40)).toEqual([]);
  });
});

describe('slices', () => {
  const slice = (index: number, p99Ms: number | null): TimeSlice => ({
    startMs: index * 100,
    durationMs: 100,
    warmUp: index < 2,
    requests: 10,
    slow: index,
    failed: 1,
    p50Ms: 1,
    p95Ms: null,
    p99Ms,
  });
  const slices = Array.from({ length: 10 }, (_, index) => slice(index, index === 3 ? null : index));

  test('fewer than the most are left alone', () => {
    expect(joinSlices(slices, 10)).toBe(slices);
  });

  test('joined ones add their counts and times', () => {
    const joined = joinSlices(slices, 4);
    expect(joined).toHaveLength(4);
    expect(sum(joined.map(({ requests }) => requests))).toBe(100);
    expect(sum(joined.map(({ slow }) => slow))).toBe(45);
    expect(sum(joined.map(({ durationMs }) => durationMs))).toBe(1000);
  });

  test('the percentile of joined ones is the highest of theirs', () => {
    expect(joinSlices(slices, 4).map(({ p99Ms }) => p99Ms)).toEqual([1, 4, 6, 9]);
    expect(joinSlices(slices, 4).map(({ p95Ms }) => p95Ms)).toEqual([null, null, null, null]);
  });

  test('warm-up and measurement are never joined', () => {
    expect(joinSlices(slices, 4).map(({ startMs, warmUp }) => [startMs, warmUp])).toEqual([
      [0, true],
      [200, false],
      [500, false],
      [700, false],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { type LedgerStretch, stretchesOf, timeOf } from './bad-time.ts';

const slices = (seconds: number, failed: readonly number[], n = 100): LedgerStretch[] =>
  failed.map((count) => ({ n, failed: count, seconds }));

describe('bad time', () => {
  it('is counted in slices of about a second, with its episodes', () => {
    expect(timeOf(slices(0.9, [0, 3, 1, 0, 0, 2]))).toEqual({
      seconds: 5.4,
      leastBadSeconds: 2.7,
      mostBadSeconds: 2.7,
      meanEpisodeSeconds: 1.5,
    });
  });

  it('takes short slices together', () => {
    const short = slices(0.2, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(timeOf(short)).toMatchObject({ seconds: 2.4, leastBadSeconds: 1, mostBadSeconds: 1 });
  });

  it('says between what it lies where slices are long', () => {
    expect(timeOf(slices(30, [0, 1, 0]))).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 1 });
    expect(timeOf(slices(30, [0, 7, 0]))).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 7 });
    expect(timeOf(slices(30, [0, 90, 0]))).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 30 });
    expect(timeOf(slices(30, [0, 100, 0]))).toMatchObject({ leastBadSeconds: 30, mostBadSeconds: 30 });
  });

  it('does not count time without calls', () => {
    const gap = [...slices(1, [0, 1]), { n: 0, failed: 0, seconds: 1 }];
    expect(timeOf(gap)).toMatchObject({ seconds: 2, mostBadSeconds: 1, meanEpisodeSeconds: 1 });
    expect(timeOf([])).toMatchObject({ seconds: 0, mostBadSeconds: 0, meanEpisodeSeconds: 0 });
  });

  it('lays endpoints over each other, without the warm-up', () => {
    const slice = (requests: number, failed: number, warmUp = false) => ({
      ...{ startMs: 0, durationMs: 900, warmUp, requests, slow: 0, failed },
      ...{ p50Ms: null, p95Ms: null, p99Ms: null },
    });
    const timelines = [[slice(5, 5, true), slice(10, 1)], [slice(10, 0), slice(4, 4)], []];
    const endpoints = timelines.map((timeline) => ({ timeline, answered: 9, failed: 2 }));
    expect(stretchesOf(endpoints, 1800)).toEqual([
      { n: 20, failed: 1, seconds: 0.9 },
      { n: 4, failed: 4, seconds: 0.9 },
    ]);
  });

  it('takes all of the load as one stretch where the run does not tell when calls were made', () => {
    const endpoint = { timeline: [], answered: 90, failed: 10 };
    const [whole, ...others] = stretchesOf([endpoint, endpoint], 60_000);
    expect(others).toEqual([]);
    expect(whole).toEqual({ n: 200, failed: 20, seconds: 60 });
  });
});

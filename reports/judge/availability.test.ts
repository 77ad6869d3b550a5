import { describe, expect, it } from 'vitest';
import { callsAndTime } from './availability.ts';

/** One endpoint with this many failures in each slice of `n` calls, all slices of equal length. */
function endpoint(seconds: number, failures: readonly number[], n = 100) {
  const timeline = failures.map((failed, index) => ({
    ...{ startMs: index * seconds * 1000, durationMs: seconds * 1000 },
    ...{ requests: n, slow: 0, failed, p50Ms: null, p95Ms: null, p99Ms: null },
  }));
  const failed = failures.reduce((sum, count) => sum + count, 0);
  return { timeline, answered: n * failures.length - failed, failed, dropped: 0, lost: 0 };
}

const timeOf = (...endpoints: ReturnType<typeof endpoint>[]) => callsAndTime(endpoints, 60_000).time;

describe('bad time', () => {
  it('is counted in slices of about a second, with its episodes', () => {
    expect(timeOf(endpoint(0.9, [0, 3, 1, 0, 0, 2]))).toEqual({
      seconds: 5.4,
      leastBadSeconds: 2.7,
      mostBadSeconds: 2.7,
      meanEpisodeSeconds: 1.5,
    });
  });

  it('takes short slices together', () => {
    const short = endpoint(0.2, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(timeOf(short)).toMatchObject({ seconds: 2.4, leastBadSeconds: 1, mostBadSeconds: 1 });
  });

  it('says between what it lies where slices are long', () => {
    const middle = (failed: number) => timeOf(endpoint(30, [0, failed, 0]));
    expect(middle(1)).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 1 });
    expect(middle(7)).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 7 });
    expect(middle(90)).toMatchObject({ leastBadSeconds: 1, mostBadSeconds: 30 });
    expect(middle(100)).toMatchObject({ leastBadSeconds: 30, mostBadSeconds: 30 });
  });

  it('does not count time without calls, also where there is no call at all', () => {
    const none = { requests: 0, failed: 0 };
    const gap = endpoint(1, [0, 1, 0]);
    const timeline = gap.timeline.map((slice, index) => (index === 2 ? { ...slice, ...none } : slice));
    expect(timeOf({ ...gap, timeline })).toMatchObject({ seconds: 2, mostBadSeconds: 1 });
    expect(timeOf()).toMatchObject({ seconds: 0, mostBadSeconds: 0, meanEpisodeSeconds: 0 });
    expect(callsAndTime([], 60_000).calls).toEqual({ n: 0, failures: 0, designEffect: 1 });
  });

  it('may be any second for a call whose outcome is not known', () => {
    expect(timeOf({ ...endpoint(1, [0, 0, 0]), lost: 2 })).toMatchObject({
      leastBadSeconds: 0,
      mostBadSeconds: 2,
    });
    expect(timeOf({ ...endpoint(1, [0, 1, 0]), dropped: 50 })).toMatchObject({ mostBadSeconds: 3 });
    expect(timeOf({ ...endpoint(1, [0, 0, 0]), dropped: 1 })).toMatchObject({ mostBadSeconds: 0 });
  });

  it('lays endpoints over each other', () => {
    expect(timeOf(endpoint(0.9, [1, 0], 10), endpoint(0.9, [0, 4], 4))).toMatchObject({
      seconds: 1.8,
      leastBadSeconds: 1.8,
    });
  });
});

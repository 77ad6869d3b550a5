import { describe, expect, it } from 'vitest';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import { countMeasuredCall, type MeasuredCall } from './count-call.ts';
import type { CallMetrics } from './k6-metrics.ts';

/** Besides its answer. */
const onTime = {
  slice: '0',
  isAccepted: false,
  latenessMs: 0,
  opening: 'none',
  setUpMs: 0,
  untimedMs: 0,
} as const;

function callOf(sketch: Sketch, made: Partial<MeasuredCall> = {}): MeasuredCall {
  const { exchange, result, outcome } = answerWith(sketch);
  return { ...exchange.response, endpoint: exchange.endpoint, result, outcome, ...onTime, ...made };
}
const counting = { user: '3', limitMs: 20, takenOffMs: 0, networkMs: 0 };
const kinds: Record<string, Sketch> = {
  'a fast call': { response: { durationMs: 3, waitingMs: 2 } },
  'a slow call': { response: { durationMs: 90, waitingMs: 89 } },
  'an error in time': { response: { status: 500, durationMs: 3 } },
  'a late error': { response: { status: 500, durationMs: 90 } },
  'a call without an answer': { response: { status: 0, failure: 'reset' } },
  'a call that was turned away': { response: { status: 429 } },
};

class Stopped extends Error {}

/** What was counted when the run was stopped at the nth count. */
function countedUntil(
  stop: number,
  sketch: Sketch,
  made: Partial<MeasuredCall> = {},
  by = counting,
): Record<keyof CallMetrics, number> {
  const counts = new Map<string, number>();
  let counted = 0;
  const metricOf = (name: string) => ({
    add: () => {
      counted += 1;
      if (counted > stop) throw new Stopped();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
  });
  const names = [
    'calls',
    'outcomes',
    'failedCalls',
    'failedOver',
    'latency',
    'farOver',
    'slow',
    'negativeTimings',
  ] as const;
  const further = ['lateCalls', 'setUp', 'reopened', 'freshCalls', 'shed'] as const;
  const all = [...names, 'latencyBucket', 'bodyBytes', 'overLimit', ...further] as const;
  const metrics = Object.fromEntries(all.map((name) => [name, metricOf(name)]));
  try {
    countMeasuredCall(metrics as unknown as CallMetrics, by, callOf(sketch, made));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return Object.fromEntries(all.map((name) => [name, counts.get(name) ?? 0])) as Record<
    keyof CallMetrics,
    number
  >;
}

/** The values of its tags with which a call is added to one counter. */
function tagsOf(call: MeasuredCall, metric: keyof CallMetrics): string[][] {
  const values: string[][] = [];
  const ignored = { add: () => {} };
  const metrics = new Proxy(
    { [metric]: { add: (_: number, ...own: string[]) => values.push(own) } },
    { get: (own, name) => Reflect.get(own, name) ?? ignored },
  );
  countMeasuredCall(metrics as unknown as CallMetrics, counting, call);
  return values;
}

describe.each(Object.entries(kinds))('%s', (_, sketch) => {
  it('is counted as slow or failed only when it was counted as made, wherever the run is stopped', () => {
    for (let stop = 0; stop <= 10; stop += 1) {
      const counts = countedUntil(stop, sketch);
      expect(counts.outcomes).toBeLessThanOrEqual(counts.calls);
      expect(counts.latency + counts.failedCalls).toBeLessThanOrEqual(counts.calls);
      expect(counts.failedOver).toBeLessThanOrEqual(counts.failedCalls);
      expect(counts.farOver).toBeLessThanOrEqual(counts.latency + counts.failedCalls);
      expect(counts.slow).toBeLessThanOrEqual(counts.latency);
      expect(counts.latencyBucket).toBeLessThanOrEqual(counts.latency);
      expect(counts.overLimit).toBeLessThanOrEqual(counts.slow);
    }
  });
});

it('counts a slow call as all that it is', () => {
  expect(countedUntil(99, kinds['a slow call'] ?? {})).toMatchObject({
    calls: 1,
    failedCalls: 0,
    latency: 1,
    farOver: 1,
    slow: 1,
    overLimit: 1,
    outcomes: 0,
  });
});

it('counts a call as far over the limit only beyond what the network may add', () => {
  const over = (networkMs: number) =>
    countedUntil(99, kinds['a slow call'] ?? {}, {}, { ...counting, networkMs }).farOver;
  expect([over(22), over(76)]).toEqual([1, 0]);
});

it('counts a failed call as over the limit only by the time of an answer', () => {
  const over = (kind: string, made: Partial<MeasuredCall> = {}) =>
    countedUntil(99, kinds[kind] ?? {}, made).failedOver;
  expect(over('a late error')).toBe(1);
  expect(over('an error in time')).toBe(0);
  expect(over('a call without an answer', { durationMs: 90 })).toBe(0);
});

it.each([
  ['a fast call', 'succeeded'],
  ['an error in time', 'error'],
  ['a late error', 'error'],
  ['a call without an answer', 'failed'],
])('says of %s on a fresh connection whether the connection brought an answer', (kind, expected) => {
  const call = callOf(kinds[kind] ?? {}, { opening: 'ours' });
  expect(tagsOf(call, 'freshCalls')).toEqual([['user', expected]]);
});

it('takes few samples of an ordinary call: each costs k6 as much as ten lines of script', () => {
  const counts = Object.values(countedUntil(99, kinds['a fast call'] ?? {}));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
});

it('counts a call as slow for the time of attempts that k6 does not show', () => {
  const counted = (untimedMs: number) => countedUntil(99, kinds['a fast call'] ?? {}, { untimedMs });
  expect(counted(20)).toMatchObject({ slow: 1, farOver: 0, overLimit: 0 });
  expect(counted(19)).toMatchObject({ slow: 0 });
});

it('takes the time of the network off a duration, not off how late a call was made', () => {
  const atService = { ...counting, takenOffMs: 90 };
  const call = (durationMs: number) => ({ response: { durationMs, waitingMs: durationMs } });
  const counted = (durationMs: number, latenessMs: number) =>
    countedUntil(99, call(durationMs), { latenessMs }, atService);
  expect(counted(109, 0)).toMatchObject({ slow: 0, lateCalls: 0 });
  expect(counted(110, 0)).toMatchObject({ slow: 1, lateCalls: 0 });
  expect(counted(93, 20)).toMatchObject({ slow: 1, lateCalls: 1 });
  expect(counted(150, 5)).toMatchObject({ slow: 1, lateCalls: 1 });
});

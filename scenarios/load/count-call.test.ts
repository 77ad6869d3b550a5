import { describe, expect, it } from 'vitest';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { countMeasuredCall, type MeasuredCall, unpacked } from './count-call.ts';
import type { CallMetrics } from './k6-metrics.ts';
import { countSlice, isPlain, newSliceCalls } from './plain-calls.ts';

/** A call made on time, apart from its answer. */
const onTime = {
  index: 0,
  slice: '0',
  sentCharacters: 0,
  address: '',
  isAccepted: false,
  number: 0,
  latenessMs: 0,
  opening: 'none',
  setUpMs: 0,
  untimedMs: 0,
} as const;

function callOf(sketch: Sketch, made: Partial<MeasuredCall> = {}): MeasuredCall {
  const { exchange, result, outcome } = answerWith(sketch);
  return { ...exchange.response, endpoint: exchange.endpoint, result, outcome, ...onTime, ...made };
}
const counting = { user: '3', limitMs: 20, addresses: [], takenOffMs: 0, networkMs: 0 };
const kinds: Record<string, Sketch> = {
  'a fast call': { response: { durationMs: 3, waitingMs: 2 } },
  'a slow call': { response: { durationMs: 90, waitingMs: 89 } },
  'an error in time': { response: { status: 500, durationMs: 3 } },
  'a late error': { response: { status: 500, durationMs: 90 } },
  'a call without an answer': { response: { status: 0, failure: 'reset' } },
  'a call that was turned away': { response: { status: 429 } },
};

class Stopped extends Error {}

const all =
  `calls outcomes failedCalls failedOver latency farOver slow negativeTimings latencyBucket bodyBytes overLimit lateCalls
  lateInSlice slowOfUser setUp reopened freshCalls shed slowCases sizes`.split(/\s+/);

/** What was counted when the run stopped at the nth count. */
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
  const metrics = Object.fromEntries(all.map((name) => [name, metricOf(name)]));
  const latency = Object.fromEntries(endpointNames.map((endpoint) => [endpoint, metricOf('latency')]));
  try {
    countMeasuredCall({ ...metrics, latency } as unknown as CallMetrics, by, callOf(sketch, made));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return Object.fromEntries(all.map((name) => [name, counts.get(name) ?? 0])) as Record<
    keyof CallMetrics,
    number
  >;
}

/** Discards what is counted in all metrics that a test does not provide. */
const ignoring: ProxyHandler<object> = {
  get: (own, name) => Reflect.get(own, name) ?? ignored,
};

/** A metric, or one of each endpoint. */
const ignored: unknown = new Proxy({ add: () => {} }, ignoring);

/** The tag values under which one counter counts a call. */
function tagsOf(call: MeasuredCall, metric: keyof CallMetrics): string[][] {
  const values: string[][] = [];
  const metrics = new Proxy(
    { [metric]: { add: (_: number, ...own: string[]) => values.push(own) } },
    ignoring,
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
  expect([over(22), over(66), over(76)]).toEqual([1, 0, 0]);
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
  expect(tagsOf(call, 'freshCalls')).toEqual([[call.slice, 'user', expected]]);
});

it('counts how a call without success ended, and one that was turned away as neither slow nor failed', () => {
  expect(tagsOf(callOf(kinds['an error in time'] ?? {}), 'outcomes')).toEqual([['0', 'user', 'HTTP 500']]);
  const turnedAway = countedUntil(99, kinds['a call that was turned away'] ?? {});
  expect(turnedAway).toMatchObject({ shed: 1, outcomes: 1, failedCalls: 0, latency: 0 });
});

it('counts a connection that the service had closed, and its set-up for calls that would be slow with it', () => {
  const call = (setUpMs: number, made: Partial<MeasuredCall> = {}) =>
    callOf(kinds['a fast call'] ?? {}, { opening: 'theirs', connectingMs: 0.3, setUpMs, ...made });
  expect(tagsOf(call(17), 'slow')).toEqual([['user', '0', 'set-up', 'none']]);
  expect([call(16.9), call(17, { opening: 'needed' })].flatMap((one) => tagsOf(one, 'slow'))).toEqual([]);
  expect(tagsOf(call(17), 'reopened')).toEqual([['0', 'user']]);
  expect(tagsOf(call(17, { connectingMs: 0 }), 'handshakes')).toEqual([]);
});

it('takes few samples of an ordinary call: each costs k6 as much as ten lines of script', () => {
  const counts = Object.values(countedUntil(99, kinds['a fast call'] ?? {}));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
});

it.each([
  ['on a connection in use', {}],
  ['on one that the harness closes', { opening: 'ours', connectingMs: 0.3, setUpMs: 0.5 }],
  ['in the warm-up', { slice: 'w1' }],
  ['in the warm-up, on a fresh connection', { slice: 'w1', opening: 'ours', connectingMs: 0.3 }],
] as const)('counts a plain call %s as it counts any other, but for its size', (_, made) => {
  const call = callOf(kinds['a fast call'] ?? {}, made);
  const sums = (count: (metrics: CallMetrics) => void) => {
    const all: Record<string, number> = {};
    const add =
      (name: string) =>
      (number: number, ...values: (string | object)[]) => {
        const key = [name, JSON.stringify(values)].join(' ');
        all[key] = (all[key] ?? 0) + number;
      };
    const metricOf = (name: string) => ({ add: name === 'sizes' ? () => {} : add(name) });
    const get = (_: object, name: string | symbol) => ({
      ...metricOf(String(name)),
      user: metricOf(`${String(name)} of user`),
    });
    count(new Proxy({}, { get }) as CallMetrics);
    return all;
  };
  const slice = newSliceCalls(call.slice);
  const plain = slice.plain.user;
  plain.durationsMs.push(call.durationMs);
  if (call.opening === 'ours') plain.setUpsMs.push(call.setUpMs);
  if (call.connectingMs > 0) plain.handshakesMs.push(call.connectingMs);
  expect(isPlain(counting, call.durationMs, call.waitingMs, call.latenessMs, call.untimedMs)).toBe(true);
  const judged: string[] = [];
  expect(
    sums((metrics) => countSlice(metrics, { add: (_, ...subjects) => void judged.push(...subjects) }, slice)),
  ).toEqual(sums((metrics) => countMeasuredCall(metrics, counting, call)));
  expect(judged).toEqual(['user-answer']);
  expect(plain).toEqual({ durationsMs: [], setUpsMs: [], handshakesMs: [] });
});

it.each([
  ['slow', { durationMs: 20 }],
  ['late', { latenessMs: 5 }],
  ['repeated', { untimedMs: 20 }],
  ['in flight while the clock was set', { waitingMs: -1 }],
])('has no call as plain that was %s', (_, made) => {
  const { durationMs, waitingMs, latenessMs, untimedMs } = callOf(kinds['a fast call'] ?? {}, made);
  expect(isPlain(counting, durationMs, waitingMs, latenessMs, untimedMs)).toBe(false);
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

it('keeps of a slow call what tells it apart, and as one number what makes it again', () => {
  const kept: [number, unknown][] = [];
  const counted = (made: Partial<MeasuredCall>, ms = 90) => {
    const metrics = new Proxy(
      { slowCases: { add: (...one: [number, unknown]) => kept.push(one) } },
      ignoring,
    );
    const by = { ...counting, addresses: ['10.0.0.1', '10.0.0.2'] };
    const call = callOf({ response: { status: 201, durationMs: ms, waitingMs: ms } }, made);
    countMeasuredCall(metrics as unknown as CallMetrics, by, call);
  };
  const most = 2 ** 28 - 1;
  counted({ number: 7, sentCharacters: 16_384, opening: 'ours', address: '10.0.0.2' });
  counted({ number: most, sentCharacters: 16_383 }, 9999.5);
  counted({}, 19.9);
  expect(kept.map(([, tags]) => tags)).toEqual([
    { endpoint: 'user', size: '14', opening: 'ours', address: '1' },
    { endpoint: 'user', size: '13', opening: 'none', address: '-1' },
  ]);
  expect(kept.map(([value]) => unpacked(value))).toEqual([
    { durationMs: 90, status: 201, isFresh: true, number: 7 },
    { durationMs: 10_000, status: 201, isFresh: false, number: most },
  ]);
  // Facts hold no larger numbers.
  expect(kept.map(([value]) => value < 1e15)).toEqual([true, true]);
});

import { describe, expect, it } from 'vitest';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import { countCalls, isPlain, type MeasuredCall } from './count-calls.ts';
import type { LoadCounters } from './k6-metrics.ts';

/** A call made on time, apart from its answer. */
const onTime = {
  slice: '0',
  isAccepted: false,
  latenessMs: 0,
  waitingMs: 1,
  closedBy: 'none',
  untimedMs: 0,
  setUpMs: 0,
  handshakesMs: [] as number[],
} as const;

function callOf(sketch: Sketch, made: Partial<MeasuredCall> = {}): MeasuredCall {
  const { exchange, result, outcome } = answerWith(sketch);
  const { response, endpoint } = exchange;
  const call = { ...response, endpoint, result, outcome, ...onTime, ...made };
  return { ...call, durationsMs: made.durationsMs ?? [call.durationMs] };
}

const counting = { user: '3', limitMs: 20, takenOffMs: 0, networkMs: 0 };
const kinds: Record<string, Sketch> = {
  'a fast call': { response: { durationMs: 3 } },
  'a slow call': { response: { durationMs: 90 } },
  'an error in time': { response: { status: 500, durationMs: 3 } },
  'a late error': { response: { status: 500, durationMs: 90 } },
  'a call without an answer': { response: { status: 0, failure: 'reset' } },
  'a call that was turned away': { response: { status: 429 } },
};

class Stopped extends Error {}

type Add = (name: string, count: number | readonly number[], tags: Readonly<Record<string, unknown>>) => void;

/** Metrics that pass on what is added to them. */
const metricsInto = (add: Add) =>
  new Proxy({}, { get: (_, name) => ({ add: add.bind(null, String(name)) }) }) as LoadCounters;

/** How often each metric was added to when the run stopped at the nth count. */
function countedUntil(stop: number, sketch: Sketch, made: Partial<MeasuredCall> = {}, by = counting) {
  const some = {
    calls: 0,
    latency: 0,
    far_over: 0,
    slow: 0,
    latency_bucket: 0,
    over_limit: 0,
    late_calls: 0,
  };
  const none = { ...some, outcomes: 0, failed_calls: 0, failed_over: 0, shed: 0 };
  const counts: Record<string, number> & typeof none = { ...none };
  let counted = 0;
  const metrics = metricsInto((name) => {
    counted += 1;
    if (counted > stop) throw new Stopped();
    counts[name] = (counts[name] ?? 0) + 1;
  });
  try {
    countCalls(metrics, by, callOf(sketch, made));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return counts;
}

/** The values of some tags under which one counter counts a call. */
function tagsOf(call: MeasuredCall, metric: string, names: string, by = counting): unknown[][] {
  const values: unknown[][] = [];
  const metrics = metricsInto((name, _, tags) => {
    if (name === metric) values.push(names.split(' ').map((tag) => tags[tag]));
  });
  countCalls(metrics, by, call);
  return values;
}

describe.each(Object.entries(kinds))('%s', (_, sketch) => {
  it('is counted as slow or failed only when it was counted as made, wherever the run is stopped', () => {
    for (let stop = 0; stop <= 10; stop += 1) {
      const counts = countedUntil(stop, sketch);
      expect(counts.outcomes).toBeLessThanOrEqual(counts.calls);
      expect(counts.latency + counts.failed_calls).toBeLessThanOrEqual(counts.calls);
      expect(counts.failed_over).toBeLessThanOrEqual(counts.failed_calls);
      expect(counts.far_over).toBeLessThanOrEqual(counts.latency + counts.failed_calls);
      expect(counts.slow).toBeLessThanOrEqual(counts.latency);
      expect(counts.latency_bucket).toBeLessThanOrEqual(counts.latency);
      expect(counts.over_limit).toBeLessThanOrEqual(counts.slow);
    }
  });
});

it('counts a slow call as all that it is', () => {
  expect(countedUntil(99, kinds['a slow call'] ?? {})).toMatchObject({
    calls: 1,
    failed_calls: 0,
    latency: 1,
    far_over: 1,
    slow: 1,
    over_limit: 1,
    outcomes: 0,
  });
});

it('counts a call as far over the limit only beyond what the network may add', () => {
  const over = (networkMs: number) =>
    countedUntil(99, kinds['a slow call'] ?? {}, {}, { ...counting, networkMs }).far_over;
  expect([over(22), over(66), over(76)]).toEqual([1, 0, 0]);
});

it('counts a failed call as over the limit only by the time of an answer', () => {
  const over = (kind: string, made: Partial<MeasuredCall> = {}) =>
    countedUntil(99, kinds[kind] ?? {}, made).failed_over;
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
  const call = callOf(kinds[kind] ?? {}, { closedBy: 'ours' });
  expect(tagsOf(call, 'fresh_calls', 'slice endpoint result')).toEqual([[call.slice, 'user', expected]]);
});

it('counts how a call without success ended, and one that was turned away as neither slow nor failed', () => {
  expect(tagsOf(callOf(kinds['an error in time'] ?? {}), 'outcomes', 'slice endpoint outcome')).toEqual([
    ['0', 'user', 'HTTP 500'],
  ]);
  const turnedAway = countedUntil(99, kinds['a call that was turned away'] ?? {});
  expect(turnedAway).toMatchObject({ shed: 1, outcomes: 1, failed_calls: 0, latency: 0 });
});

it('counts a connection that the service had closed, and its set-up for calls that would be slow with it', () => {
  const call = (setUpMs: number, made: Partial<MeasuredCall> = {}) =>
    callOf(kinds['a fast call'] ?? {}, { closedBy: 'theirs', setUpMs, ...made });
  expect(tagsOf(call(17), 'slow', 'endpoint slice why user')).toEqual([['user', '0', 'set-up', 'none']]);
  expect([call(16.9), call(17, { closedBy: 'none' })].flatMap((one) => tagsOf(one, 'slow', 'why'))).toEqual(
    [],
  );
  expect(tagsOf(call(17), 'reopened', 'slice endpoint')).toEqual([['0', 'user']]);
  expect(tagsOf(call(17), 'handshakes', 'bucket')).toEqual([]);
  expect(tagsOf(call(17, { handshakesMs: [20] }), 'handshakes', 'bucket')).toEqual([['0']]);
});

it('takes few samples of an ordinary call: each costs k6 as much as ten lines of script', () => {
  const counts = Object.values(countedUntil(99, kinds['a fast call'] ?? {}));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});

it.each([
  ['on a connection in use', {}],
  ['on one that the harness closes', { closedBy: 'ours', handshakesMs: [0.3], setUpMs: 0.5 }],
  ['in the warm-up', { slice: '', isAccepted: true }],
] as const)('counts plain calls that are alike %s as it counts each of them', (_, made) => {
  const one = callOf(kinds['a fast call'] ?? {}, { ...made } as Partial<MeasuredCall>);
  const sums = (calls: readonly MeasuredCall[]) => {
    const all: Record<string, number> = {};
    const metrics = metricsInto((name, count, tags) => {
      const own = name === 'calls' ? { endpoint: tags['endpoint'], result: tags['result'] } : tags;
      const key = `${name} ${JSON.stringify(own)}`;
      all[key] = (all[key] ?? 0) + (typeof count === 'number' ? count : count.length);
    });
    for (const call of calls) countCalls(metrics, counting, call);
    return all;
  };
  const twice = (times: readonly number[]) => [...times, ...times];
  const both = { durationsMs: twice(one.durationsMs) };
  const { durationMs, waitingMs, latenessMs, untimedMs } = one;
  expect(isPlain(counting, durationMs, waitingMs, latenessMs, untimedMs)).toBe(true);
  expect(sums([{ ...one, ...both, handshakesMs: twice(one.handshakesMs) }])).toEqual(sums([one, one]));
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
  expect(counted(20)).toMatchObject({ slow: 1, far_over: 0, over_limit: 0 });
  expect(counted(19)).toMatchObject({ slow: 0 });
});

it('takes the time of the network off a duration, not off how late a call was made', () => {
  const atService = { ...counting, takenOffMs: 90 };
  const call = (durationMs: number) => ({ response: { durationMs } });
  const counted = (durationMs: number, latenessMs: number) =>
    countedUntil(99, call(durationMs), { latenessMs }, atService);
  expect(counted(109, 0)).toMatchObject({ slow: 0, late_calls: 0 });
  expect(counted(110, 0)).toMatchObject({ slow: 1, late_calls: 0 });
  expect(counted(93, 20)).toMatchObject({ slow: 1, late_calls: 1 });
  expect(counted(150, 5)).toMatchObject({ slow: 1, late_calls: 1 });
});

it.each([
  [19.9, 0, []],
  [20, 0, [['0', 'user', '0']]],
  [20.4, 0, [['0', 'user', '0.35']]],
  [90, 0, [['0', 'user', '65']]],
  [90, 60, [['0', 'user', '10']]],
  [79.9, 60, []],
])(
  'counts %s ms, less %s ms for the network, at the highest step that it reached',
  (ms, takenOffMs, tags) => {
    const call = callOf({ response: { durationMs: ms } });
    expect(tagsOf(call, 'over_limit', 'slice endpoint over', { ...counting, takenOffMs })).toEqual(tags);
  },
);

it('notices a clock that was set by any time below zero', () => {
  const noticed = (durationMs: number, waitingMs: number) =>
    tagsOf(callOf({ response: { durationMs } }, { waitingMs }), 'negative_timings', '').length;
  expect([noticed(-1, 1), noticed(1, -1), noticed(0, 0)]).toEqual([1, 1, 0]);
});

it('says which virtual user a slow call was of', () => {
  const call = callOf(kinds['a slow call'] ?? {});
  expect(tagsOf(call, 'slow', 'endpoint slice why user')).toEqual([['user', '0', 'duration', '3']]);
});

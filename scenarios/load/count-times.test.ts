import { expect, it } from 'vitest';
import { answerWith } from '../../checks/exchange-fixture.ts';
import { countMeasuredCall } from './count-call.ts';
import type { CallMetrics } from './k6-metrics.ts';

/** The tag values under which a metric counts a successful call of these times. */
function tagsOf(
  metric: keyof CallMetrics,
  durationMs: number,
  waitingMs: number,
  takenOffMs = 0,
): string[][] {
  const values: string[][] = [];
  const ignored: unknown = new Proxy(
    { add: () => {} },
    { get: (own, name) => Reflect.get(own, name) ?? ignored },
  );
  const counted = { [metric]: { add: (_: number, ...own: string[]) => values.push(own) } };
  const metrics = new Proxy(counted, { get: (own, name) => Reflect.get(own, name) ?? ignored });
  const { exchange, result, outcome } = answerWith({ response: { durationMs, waitingMs } });
  const onTime = { slice: '0', number: 0, latenessMs: 0, isAccepted: true, opening: 'none' } as const;
  countMeasuredCall(
    metrics as unknown as CallMetrics,
    { user: '3', limitMs: 20, addresses: [], takenOffMs, networkMs: 0 },
    {
      ...exchange.response,
      ...{ endpoint: exchange.endpoint, result, outcome, sentCharacters: 0, address: '' },
      ...{ setUpMs: 0, untimedMs: 0, ...onTime },
    },
  );
  return values;
}

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
    expect(tagsOf('overLimit', ms, ms, takenOffMs)).toEqual(tags);
  },
);

it('notices a clock that was set by any time below zero', () => {
  const counts = [tagsOf('negativeTimings', -1, 1), tagsOf('negativeTimings', 1, -1)];
  expect([...counts, tagsOf('negativeTimings', 0, 0)].map(({ length }) => length)).toEqual([1, 1, 0]);
});

it('says which virtual user a slow call was of', () => {
  expect(tagsOf('slow', 90, 90)).toEqual([['user', '0', 'duration', '3']]);
});

import { describe, expect, it } from 'vitest';
import { endsOfNone } from '../answer.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { callsOf, options, status } from './calls-fixture.ts';
import { offeredFindings } from './offered.ts';
import { addSizeLimits, sizeLimitOf } from './size-limit.ts';

const call = (data: string, code: number, sent = JSON.stringify({ data })): Sketch => ({
  endpoint: 'encrypt',
  sent,
  body: {},
  ...status(code),
});
const ofSizes = (...calls: readonly (readonly [number, number])[]) =>
  calls.map(([bytes, code]) => call('a'.repeat(bytes), code));
const limitOf = (calls: readonly Sketch[], maxDataBytes?: number) =>
  sizeLimitOf(
    calls.map((one) => answerWith(one)),
    {
      version: 1,
      ...(maxDataBytes === undefined ? {} : { encrypt: { maxDataBytes } }),
    },
  );

describe('a limit on size', () => {
  it('is shown by refusals of less or more data than any that was taken', () => {
    const { limit, beyond } = limitOf(ofSizes([0, 400], [0, 400], [1, 200], [4096, 200], [4097, 413]));
    expect(limit).toMatchObject({
      ...{ leastDataBytes: 1, mostDataBytes: 4096, mostBodyBytes: 4107 },
      refused: { 'HTTP 400': 2, 'HTTP 413': 1 },
    });
    expect(beyond.size).toBe(3);
  });

  it.each([
    ['429', ofSizes([9, 200], [99, 429]), 'HTTP 429'],
    [
      '200 with an error',
      [...ofSizes([9, 200]), { ...call('a'.repeat(99), 200), body: { error: 'too long' } }],
      endsOfNone.error,
    ],
  ])('is shown by %s', (_, calls, outcome) => {
    expect(limitOf(calls).limit).toMatchObject({ mostDataBytes: 9, refused: { [outcome]: 1 } });
  });

  it('may be one on characters', () => {
    const chinese = call('\u4e00'.repeat(5), 200);
    const { limit, beyond } = limitOf([...ofSizes([9, 200], [10, 422], [16, 422]), chinese]);
    expect(limit).toMatchObject({ mostDataBytes: 15, mostDataCharacters: 9, refused: { 'HTTP 422': 2 } });
    expect(beyond.size).toBe(2);
  });

  it('is shown by longer bodies, where escapes make them so', () => {
    const escaped = call('ab', 413, '{"data":"\\u0061\\u0062"}');
    expect(limitOf([...ofSizes([3, 200]), escaped]).limit).toMatchObject({
      ...{ leastDataBytes: 3, mostDataBytes: null, mostBodyBytes: 14 },
    });
  });

  it.each([
    ['as much data was taken', ofSizes([0, 200], [9, 413], [9, 200])],
    ['they are failures', ofSizes([0, 500], [9, 200], [99, 503])],
    ['the token is refused', ofSizes([0, 401], [9, 200], [99, 403])],
    ['nothing was taken', ofSizes([0, 400], [9, 413])],
    [
      'only escapes make the body longer',
      [...ofSizes([3, 200]), call('abc', 400, '{"data":"\\u0061\\u0062c"}')],
    ],
    ['none was refused', ofSizes([0, 200], [9, 200])],
  ])('is not shown by refusals where %s', (_, calls) => {
    expect(limitOf(calls)).toEqual({ limit: null, beyond: new Set() });
  });

  it('is not shown where a rare header may be why a call was refused', () => {
    const [taken, refused] = [call('abc', 200), call('', 406)].map((one) => answerWith(one));
    if (taken === undefined || refused === undefined) throw new Error('no answers');
    const rare = { ...refused, exchange: { ...refused.exchange, circumstance: 'with it' } };
    const limitIn = (last: typeof refused) => sizeLimitOf([taken, last], { version: 1 }).limit;
    expect([limitIn(rare), limitIn(refused)?.leastDataBytes]).toEqual([null, 3]);
  });

  it('that the contract declares is to be kept, and one below it still shows', () => {
    const calls = ofSizes([0, 400], [9, 200], [99, 413]);
    expect(limitOf(calls, 99).limit).toMatchObject({ leastDataBytes: 9, mostDataBytes: null });
  });

  it('is not shown by calls with a declared algorithm', () => {
    const refused = ofSizes([99, 413]).map((one) => ({ ...one, otherAlgorithm: 'RSA' }));
    expect(limitOf([...ofSizes([9, 200]), ...refused]).limit).toBe(null);
  });

  it('of several loads is the widest', () => {
    const limits = [9, 99].map((most) => limitOf(ofSizes([0, 400], [5, 200], [most, 200], [100, 413])).limit);
    const [one, other] = limits;
    if (one == null || other == null) throw new Error('no limit');
    expect(addSizeLimits(one, { ...other, leastDataBytes: null })).toMatchObject({
      ...{ leastDataBytes: 5, mostDataBytes: 99 },
      refused: { 'HTTP 400': 2, 'HTTP 413': 2 },
    });
  });

  it('is said beside the calls that succeeded', () => {
    const { limit } = limitOf(ofSizes([0, 400], [1, 200], [4096, 200], [4097, 413]));
    const calls = callsOf([10, { endpoint: 'encrypt', ...status(200) }]);
    expect(offeredFindings(calls, { ...options, sizeLimit: limit })[1]).toMatchObject({
      verdict: 'pass',
      explanation: expect.stringMatching(
        /^10 of 10 valid calls succeeded\. Besides these, it refused data of less than 1 byte and data of more than 4.096 bytes \(HTTP 400: 1, HTTP 413: 1\): the document shows no limits on size \(§8\)\.$/,
      ),
    });
  });
});

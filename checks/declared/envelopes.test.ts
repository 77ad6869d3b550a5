import { describe, expect, it } from 'vitest';
import type { Sketch } from '../exchange-fixture.ts';
import { type Declarations, judgement } from './declared-fixture.ts';

/** One shape for results and errors. */
const schema = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' } },
};
const dataOf = (index: number) => '0123456789'.repeat(4 + 20 * index);
const sentFor = (index: number) => JSON.stringify({ data: dataOf(index), algorithm: 'AES-256-GCM' });
const result = (index: number) => ({ code: 0, msg: 'ok', data: `b${index}X`.repeat(4 + 20 * index) });
const error = { code: 40_101, msg: 'Invalid access token', data: null };
const successes = Array.from(
  { length: 12 },
  (_, index): Sketch => ({ endpoint: 'encrypt', body: result(index), sent: sentFor(index) }),
);
const probe: Sketch = { endpoint: 'encrypt', credential: 'made-up', body: error, sent: sentFor(11) };

function outcomeOf(id: string, declarations: Declarations, sketch: Sketch = probe): string {
  const { endpoint = 'encrypt' } = sketch;
  const own = successes.map((one) => ({ ...one, endpoint }));
  return judgement(id, declarations, sketch, own).outcome;
}

describe('a schema that results and errors share', () => {
  const answers = { encrypt: { schema } };

  it('makes no success of an error', () => {
    const declarations = { answers, encrypt: { algorithms: ['ROT13'] } };
    const other = (body: unknown): Sketch => ({ endpoint: 'encrypt', otherAlgorithm: 'ROT13', body });
    const judged = (body: (index: number) => unknown) => {
      const others = [0, 1, 2, 3].map((index) => other(body(index)));
      return judgement('encrypt-algorithms-accepted', declarations, other(body(4)), [...successes, ...others])
        .outcome;
    };
    expect(judged(() => error)).toBe('undecided');
    expect(judged(result)).toBe('pass');
  });

  it('says neither that sync needs no token nor that it does', () => {
    const sync: Sketch = { endpoint: 'sync', credential: 'absent', body: error };
    const declared = { answers: { sync: { schema } } };
    const needless: Declarations = { ...declared, token: { notRequired: ['sync'] } };
    expect(outcomeOf('sync-token-not-required', needless, sync)).toBe('undecided');
    const needed: Declarations = { ...declared, token: { required: ['sync'] } };
    expect(outcomeOf('sync-token-required', needed, sync)).toBe('undecided');
  });
});

describe('a refusal with 2xx', () => {
  it.each<[string, NonNullable<Declarations['refusal']>, string, string]>([
    ['a declared status', { statuses: [200] }, 'refusal-status', 'pass'],
    ['another status', { statuses: [401] }, 'refusal-status', 'fail'],
    [
      'a declared body',
      { statuses: [200], schema: { properties: { code: { const: 40_101 } } } },
      'refusal-schema',
      'pass',
    ],
    ['another body', { statuses: [200, 401], schema: { required: ['error'] } }, 'refusal-schema', 'fail'],
  ])('is judged as any other: %s', (_, refusal, id, outcome) => {
    expect(outcomeOf(id, { refusal })).toBe(outcome);
  });

  it('is not what a result is', () => {
    const admitted = { ...probe, body: result(11) };
    expect(outcomeOf('refusal-status', { refusal: { statuses: [401] } }, admitted)).toBe('not-applicable');
  });
});

it('a reset refuses who has no token, as it does for encrypt', () => {
  const reset: Sketch = { endpoint: 'user', credential: 'absent', response: { status: 0, failure: 'reset' } };
  expect(outcomeOf('user-token-required', { token: { required: ['user'] } }, reset)).toBe('pass');
  expect(outcomeOf('user-token-not-required', { token: { notRequired: ['user'] } }, reset)).toBe(
    'not-applicable',
  );
});

import { describe, expect, it } from 'vitest';
import { documentChecks } from '../catalogue.ts';
import { type Judgement, judge } from '../check.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import type { Meaning } from '../meaning/probe-meanings.ts';

/** What the check of the credential says about the answer to a probe, where the comparison with its twin says this. */
function judgementOf(sketch: Sketch, compared: Meaning | null = null): Judgement | undefined {
  const probe: Sketch = { endpoint: 'encrypt', credential: 'absent', ...sketch };
  const judged = judge(
    documentChecks,
    answerWith(probe, undefined, () => compared),
  );
  return judged.find(({ check }) => check.id.startsWith('auth-'))?.judgement;
}

const unclear = { is: 'unclear', why: 'like-result', by: 'comparison' } as const;

describe('auth refusal', () => {
  it.each([300, 302, 400, 401, 403, 404, 405, 409, 418, 500, 503])('HTTP %i is a refusal', (status) => {
    expect(judgementOf({ text: '<p>no</p>', response: { status } })?.outcome).toBe('pass');
  });

  it.each(['reset', 'bad location'] as const)('%s is a refusal', (failure) => {
    expect(judgementOf({ response: { status: 0, failure } })?.outcome).toBe('pass');
  });

  it.each([
    ['a timeout', { status: 0, failure: 'timeout' as const }],
    ['no connection', { status: 0, failure: 'unreachable' as const }],
    ['a body that cannot be decoded', { status: 0, failure: 'undecodable body' as const }],
    ['an answer that breaks off', { status: 0, failure: 'cut off' as const }],
    ['what is not HTTP', { status: 0, failure: 'not HTTP' as const }],
  ])('%s proves nothing, whatever the twin says', (_, response) => {
    expect(judgementOf({ response }, { is: 'result' })?.outcome).toBe('not-applicable');
  });

  it.each([
    ['HTTP 429', { status: 429 }],
    ['HTTP 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ])('%s proves nothing, but for the result that it holds', (_, response) => {
    const outcomes = [null, { is: 'refusal' }, unclear, { is: 'result' }] as const;
    expect(outcomes.map((compared) => judgementOf({ response }, compared)?.outcome)).toEqual([
      ...Array(3).fill('not-applicable'),
      'fail',
    ]);
  });

  it('a 2xx answer without a twin proves nothing', () => {
    expect(judgementOf({ body: { ciphertext: 'x' } })?.outcome).toBe('not-applicable');
  });

  it('a result fails, and the words say whether a status hid it', () => {
    const body = { ciphertext: 'x' };
    expect(judgementOf({ body }, { is: 'result' })).toEqual({
      outcome: 'fail',
      cause: 'a form',
      expected: 'any answer other than a success',
      actual: 'HTTP 200 with an object with the keys ciphertext',
    });
    expect(judgementOf({ body, response: { status: 401 } }, { is: 'result' })).toMatchObject({
      cause: 'a form, with the result',
      expected: 'a refusal without the result',
    });
  });

  it('a result in headers is told by their names, never by their values', () => {
    const response = { status: 401, headers: { 'x-trace': 'secret'.repeat(9) } };
    const body = { error: 'no' };
    const said = 'HTTP 401 with an object with the keys error';
    const inOne = { is: 'result', headers: ['x-trace'] } as const;
    expect(judgementOf({ body, response }, inOne)).toMatchObject({
      actual: `${said}, and a result in the header x-trace`,
    });
    const inMany = { ...unclear, headers: Array.from({ length: 10 }, (_, index) => `x-${index}`) };
    expect(judgementOf({ body, response: { status: 200 } }, inMany)).toMatchObject({
      actual: expect.stringMatching(/, and perhaps a result in the headers x-0, .*, x-7 and 2 more$/),
    });
  });

  it('an unclear answer is undecided, with its reason', () => {
    expect(judgementOf({ text: 'no' }, unclear)).toEqual({
      outcome: 'undecided',
      cause: 'like-result',
      actual: 'HTTP 200 with text',
    });
  });

  it('judges calls of encrypt with a wrong credential alone', () => {
    expect(judgementOf({ credential: 'token' }, { is: 'result' })).toBeUndefined();
    expect(judgementOf({ endpoint: 'sync' }, { is: 'result' })).toBeUndefined();
  });
});

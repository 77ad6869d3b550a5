import { describe, expect, it } from 'vitest';
import { checksFor } from '../../checks/catalogue.ts';
import { conformantUser, exchangeWith, type Sketch, undeclared } from '../../checks/exchange-fixture.ts';
import type { JsonText } from '../../checks/json-text/json-text.ts';
import { groupingOneByOne } from '../../checks/meaning/groups.ts';
import { nothingLearned } from '../../checks/meaning/meaning.ts';
import { answered, judgedProbes, sealed } from '../../checks/meaning/service-fixture.ts';
import { type LatestResult, repeatsResult } from '../../checks/meaning/successes.ts';
import { judgeExchange } from './judge-exchange.ts';

const status401: Sketch = { response: { status: 401 } };

const inParts = (text: string) =>
  Object.fromEntries((text.match(/.{1,60}/g) ?? []).map((part, at) => [`x-part-${at}`, part]));

describe('an answer of encrypt under load', () => {
  const checks = checksFor({ version: 1 }, {});
  const refused = { status: 401, body: { error: 'unauthorized' } };
  const { known: results, looks } = judgedProbes(() => refused);
  const known = { ...nothingLearned, hasEncrypted: true, results, looks };
  const data = '0123456789'.repeat(90);
  const judged = (says: Parameters<typeof answered>[0], credential: 'token' | 'made-up', twin?: object) => {
    const beside = twin === undefined ? null : answered({ body: twin }, data);
    return judgeExchange(checks, answered(says, data, credential), known, undeclared, { twin: beside });
  };
  const outcomesOf = ({ otherwise }: ReturnType<typeof judged>) =>
    otherwise.map(({ check, judgement }) => `${check.id} ${judgement.outcome}`);

  it('is a success that holds a result', () => {
    expect(judged({ body: sealed(data, 'a') }, 'token').answer.result).toBe('succeeded');
  });

  it.each([
    [{}, 'without a result'],
    [{ status: 'failed' }, 'without a result'],
    [{ ...sealed(data, 'a'), ciphertext: '' }, 'with the result of less data'],
    [{ job: '3f9c2a7d41b08e65' }, 'without a result'],
  ])('is no success without one: %j', (body, how) => {
    expect(judged({ status: 202, body }, 'token').answer).toMatchObject({
      result: 'refused',
      outcome: `2xx ${how}`,
    });
  });

  it('is no success with the data that was sent and nothing else that comes of it', () => {
    const withEcho = (text: string, index: number) => ({ body: { ...sealed(text, `${index}`), data: text } });
    const echoed = judgedProbes(() => refused, withEcho);
    const learned = { ...nothingLearned, hasEncrypted: true, results: echoed.known, looks: echoed.looks };
    const answerTo = (body: object) =>
      judgeExchange(checks, answered({ body }, data), learned, undeclared).answer.outcome;
    expect(answerTo({ ...sealed(data, 'a'), data })).toBe('HTTP 200');
    const { ciphertext: _, ...rest } = sealed(data, 'a');
    expect(answerTo({ ...rest, data })).toBe('2xx without a result');
  });

  it.each<[string, (text: string, salt: string) => Parameters<typeof answered>[0]]>([
    ['under a key with a dot', (text, salt) => ({ body: { 'a.b': sealed(text, salt).ciphertext } })],
    ['under a key with brackets', (text, salt) => ({ body: { 'a[]': sealed(text, salt).ciphertext } })],
    [
      'in a header',
      (text, salt) => ({ body: { ok: true }, headers: { 'x-result': sealed(text, salt).ciphertext } }),
    ],
  ])('is a success with a result %s', (_, says) => {
    const seen = judgedProbes(
      () => refused,
      (text, index) => says(text, `${index}`),
    );
    const learned = { ...nothingLearned, hasEncrypted: true, results: seen.known, looks: seen.looks };
    const { answer } = judgeExchange(checks, answered(says(data, 'z'), data), learned, undeclared);
    expect(answer.result).toBe('succeeded');
  });

  it('is no success with a result of another length than that of the data', () => {
    const other = sealed(data.slice(60), 'a');
    expect(judged({ body: other }, 'token').answer).toMatchObject({
      result: 'refused',
      outcome: '2xx with the result of other data',
    });
    const padded = { ...sealed(data, 'a'), ciphertext: `${sealed(data, 'a').ciphertext}====` };
    expect(judged({ body: padded }, 'token').answer.result).toBe('succeeded');
  });

  it('is no success with the result of the call before, which had other data', () => {
    const latest: LatestResult = { texts: [], number: -1 };
    const outcomeOf = (number: number, salt: string) => {
      const repeats = (json: JsonText | null) => repeatsResult(json, results, latest, number);
      const exchange = answered({ body: sealed(data, salt) }, data);
      return judgeExchange(checks, exchange, known, undeclared, { repeats }).answer.outcome;
    };
    const calls: [number, string][] = [
      [1, 'a'],
      [1, 'a'],
      [2, 'b'],
      [3, 'b'],
      [4, 'c'],
    ];
    expect(calls.map(([number, salt]) => outcomeOf(number, salt))).toEqual([
      ...['HTTP 200', 'HTTP 200', 'HTTP 200'],
      ...['2xx with the result of other data', 'HTTP 200'],
    ]);
  });

  it('is a result for a probe too, with a twin and without', () => {
    const body = sealed(data, 'a');
    for (const twin of [undefined, sealed(data, 'b')]) {
      expect(outcomesOf(judged({ body }, 'made-up', twin))).toEqual(['auth-made-up-refused fail']);
      expect(outcomesOf(judged(refused, 'made-up', twin))).toEqual([]);
    }
  });

  it.each<[string, (ciphertext: string) => object]>([
    ['a header', (text) => ({ headers: { 'x-result': text } })],
    ['headers of 60 characters each', (text) => ({ headers: inParts(text) })],
    ['a field that was a short text before', (text) => ({ body: { error: text } })],
    ['a field that was not there before', (text) => ({ body: { error: 'unauthorized', detail: text } })],
  ])('is a result for probes that get it in %s of their refusals, from the eighth on', (_, leak) => {
    const groupWith = groupingOneByOne();
    const lengths = [80, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
    const outcomes = lengths.map((length, index) => {
      const data = '0123456789'.repeat(length / 10);
      const exchange = (says: object) => answered({ ...refused, ...says }, data, 'made-up');
      const { ciphertext } = sealed(data, `${index}`);
      const judge = (says: object) =>
        outcomesOf(judgeExchange(checks, exchange(says), known, undeclared, { groupWith }));
      expect(judge({})).toEqual([]);
      return judge(leak(ciphertext));
    });
    expect(outcomes.slice(0, 7).flat()).toEqual([]);
    expect(outcomes.slice(7)).toEqual(lengths.slice(7).map(() => ['auth-made-up-refused fail']));
  });

  it('is perhaps a result for a probe if it is larger than is read, whatever its status', () => {
    const body = { ...sealed(data, 'a'), ['x'.repeat(300)]: 1 };
    for (const status of [200, 401])
      for (const twin of [undefined, sealed(data, 'b')])
        expect(outcomesOf(judged({ status, body }, 'made-up', twin))).toEqual([
          'auth-made-up-refused undecided',
        ]);
  });

  it('is a result for a probe without a twin in another place than usual, too', () => {
    const body = { data: { attributes: sealed(data, 'a') } };
    expect(outcomesOf(judged({ body }, 'made-up'))).not.toEqual([]);
    expect(outcomesOf(judged({ body: { status: 'unknown caller' } }, 'made-up'))).toEqual([]);
  });

  it('is a result where refusals have a text that is always longer', () => {
    const long = sealed('x'.repeat(3000), 'trace').ciphertext;
    const traced = judgedProbes((_, index) => ({
      status: 401,
      body: { error: 'no', trace: long.slice(index).padEnd(long.length, '0') },
    }));
    const learned = { ...nothingLearned, hasEncrypted: true, results: traced.known, looks: traced.looks };
    const groupWith = groupingOneByOne();
    const outcomes = [80, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((length, index) => {
      const sent = '0123456789'.repeat(length / 10);
      const outcomeOf = (trace: string) => {
        const says = { status: 401, body: { error: 'no', trace } };
        const exchange = answered(says, sent, 'made-up');
        return outcomesOf(judgeExchange(checks, exchange, learned, undeclared, { groupWith }));
      };
      expect(outcomeOf(long)).toEqual([]);
      return outcomeOf(sealed(sent, `${index}`).ciphertext);
    });
    expect(outcomes.flat()).not.toEqual([]);
  });

  it('is none for probes whose refusals have a long header of one length, or of any', () => {
    const groupWith = groupingOneByOne();
    for (let length = 60; length < 1500; length += 20) {
      const data = 'abc'.repeat(length);
      for (const header of [216, (length * 7919) % 3989]) {
        const says = {
          ...refused,
          headers: { 'x-trace': sealed('x'.repeat(header), `${length}`).ciphertext },
        };
        const exchange = answered(says, data, 'made-up');
        const judged = judgeExchange(checks, exchange, known, undeclared, { groupWith });
        expect([length, header, ...outcomesOf(judged)]).toEqual([length, header]);
      }
    }
  });
});

describe('an answer of user to a wrong credential under load', () => {
  const contract = { version: 1, token: { required: ['user'] } } as const;
  const user: Sketch = { endpoint: 'user', credential: 'made-up' };
  it.each<[string, Sketch, string[]]>([
    ['the user', { body: { user: conformantUser } }, ['user-token-required fail']],
    ['the user in a refusal', { body: { user: conformantUser }, ...status401 }, ['user-token-required fail']],
    ['a refusal', { body: { error: 'no' }, ...status401 }, []],
    // Without the successes from before the load nothing tells what it is.
    ['anything else', { body: { hello: 1 } }, ['user-token-required not-applicable']],
  ])('is judged: %s', (_, sketch, outcomes) => {
    const exchange = exchangeWith({ ...user, ...sketch });
    const { otherwise } = judgeExchange(checksFor(contract, {}), exchange, nothingLearned, {
      contract,
      validators: {},
    });
    expect(otherwise.map(({ check, judgement }) => `${check.id} ${judgement.outcome}`)).toEqual(outcomes);
  });
});

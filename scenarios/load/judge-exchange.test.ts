import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../checks/answer.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { type Check, fail, judge } from '../../checks/check.ts';
import { conformantUser, exchangeWith, type Sketch, undeclared } from '../../checks/exchange-fixture.ts';
import { nothingLearned } from '../../checks/meaning/meaning.ts';
import { answered, judgedProbes, sealed } from '../../checks/meaning/service-fixture.ts';
import type { Contract } from '../../schemas/contract.ts';
import { judgeExchange, passedBefore } from './judge-exchange.ts';

const user = { body: { user: conformantUser } };

describe('passedBefore', () => {
  const known = nothingLearned;
  const answered = exchangeWith(user);
  const { status, body } = answered.response;

  it('recognises an identical success that broke no check', () => {
    const checks = checksFor({ version: 1 }, {});
    const said = judgeExchange(checks, answered, known, undeclared);
    const again = { body, isUtf8: true };
    expect(passedBefore(checks, 'user', status, again)).toMatchObject(said);
    expect(passedBefore([...checks], 'user', status, again)).toBeNull();
    expect(passedBefore(checks, 'sync', status, again)).toBeNull();
    expect(passedBefore(checks, 'user', 201, again)).toBeNull();
    expect(passedBefore(checks, 'user', status, { body: `${body} `, isUtf8: true })).toBeNull();
    expect(passedBefore(checks, 'user', status, { body, isUtf8: false })).toBeNull();
  });

  it('does not recognise one that broke a check', () => {
    const failing = { id: 'a', subject: 'user-answer', judge: () => fail('cause', 'one', 'another') };
    const checks = [failing] as unknown as Check[];
    judgeExchange(checks, answered, known, undeclared);
    expect(passedBefore(checks, 'user', status, { body, isUtf8: true })).toBeNull();
  });
});

describe('judgeExchange', () => {
  const checks = checksFor({ version: 1 }, {});
  const known = nothingLearned;

  it.each<[string, Sketch]>([
    ['bytes that are not UTF-8', { ...user, response: { isUtf8: false } }],
    ['an encrypt call', { endpoint: 'encrypt', body: {} }],
    ['a call without the token', { endpoint: 'sync', credential: 'absent', body: {} }],
    ['a long body', { endpoint: 'sync', body: { text: 'x'.repeat(5000) } }],
  ])('does not keep %s', (_, sketch) => {
    const exchange = exchangeWith(sketch);
    judgeExchange(checks, exchange, known, undeclared);
    const { status, body } = exchange.response;
    expect(passedBefore(checks, exchange.endpoint, status, { body, isUtf8: true })).toBeNull();
  });

  it('relies on this: checks look only at the status and the body of such a success', () => {
    const statuses = [200];
    const schema = { type: 'object' };
    const declared = { statuses, schema };
    const contract = {
      version: 1,
      answers: { user: declared, sync: declared, backup: declared, encrypt: declared },
      user: { statuses: ['verified'] },
      refusal: declared,
      token: { required: ['sync'], notRequired: ['backup'] },
      encrypt: { algorithms: ['X'] },
    } as unknown as Contract;
    const keeps = () => true;
    const validators = { user: keeps, sync: keeps, backup: keeps, encrypt: keeps, refusal: keeps };
    const checks = checksFor(contract, validators);
    for (const endpoint of ['user', 'sync', 'backup'] as const) {
      const { response, ...exchange } = exchangeWith({ endpoint, ...user });
      const seen = new Set<string>();
      const watched = <T extends object>(part: T) =>
        new Proxy(part, {
          get: (own, name) => {
            seen.add(String(name));
            return Reflect.get(own, name);
          },
        });
      const answer = readAnswer(watched({ ...exchange, response: watched(response) }), {
        contract,
        validators,
      });
      expect(judge(checks, answer).length).toBeGreaterThan(3);
      const known = [
        'body',
        'credential',
        'endpoint',
        'failure',
        'isUtf8',
        'otherAlgorithm',
        'response',
        'status',
      ];
      expect(known).toEqual(expect.arrayContaining([...seen]));
    }
  });
});

describe('an answer of encrypt under load', () => {
  const checks = checksFor({ version: 1 }, {});
  const refused = { status: 401, body: { error: 'unauthorized' } };
  const { known: results, looks } = judgedProbes(() => refused);
  const known = { ...nothingLearned, hasEncrypted: true, results, looks };
  const data = '0123456789'.repeat(90);
  const judged = (says: Parameters<typeof answered>[0], credential: 'token' | 'made-up', twin?: object) => {
    const beside = twin === undefined ? null : answered({ body: twin }, data);
    return judgeExchange(checks, answered(says, data, credential), known, undeclared, beside);
  };
  const outcomesOf = ({ otherwise }: ReturnType<typeof judged>) =>
    otherwise.map(({ check, judgement }) => `${check.id} ${judgement.outcome}`);

  it('is a success that holds a result', () => {
    expect(judged({ body: sealed(data, 'a') }, 'token').end.result).toBe('succeeded');
  });

  it.each([{}, { status: 'failed' }, { ...sealed(data, 'a'), ciphertext: '' }, { job: '3f9c2a7d41b08e65' }])(
    'is no success without one: %j',
    (body) => {
      expect(judged({ status: 202, body }, 'token').end).toEqual({
        result: 'refused',
        outcome: '2xx without a result',
      });
    },
  );

  it('is a result for a probe too, with a twin and without', () => {
    const body = sealed(data, 'a');
    for (const twin of [undefined, sealed(data, 'b')]) {
      expect(outcomesOf(judged({ body }, 'made-up', twin))).toEqual(['auth-made-up-refused fail']);
      expect(outcomesOf(judged(refused, 'made-up', twin))).toEqual([]);
    }
  });
});

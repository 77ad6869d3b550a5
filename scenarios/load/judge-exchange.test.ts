import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../checks/answer.ts';
import { newProfile } from '../../checks/calls/control-profile.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { type Check, fail, judge } from '../../checks/check.ts';
import { conformantUser, exchangeWith, type Sketch } from '../../checks/exchange-fixture.ts';
import type { Contract } from '../../schemas/contract.ts';
import { judgeExchange, passedBefore } from './judge-exchange.ts';

const user = { body: { user: conformantUser } };

describe('passedBefore', () => {
  const known = { control: newProfile() };
  const answered = exchangeWith(user);
  const { status, body } = answered.response;

  it('recognises an identical success that broke no check', () => {
    const checks = checksFor({ version: 1 }, {});
    const said = judgeExchange(checks, answered, known, { version: 1 });
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
    judgeExchange(checks, answered, known, { version: 1 });
    expect(passedBefore(checks, 'user', status, { body, isUtf8: true })).toBeNull();
  });
});

describe('judgeExchange', () => {
  const checks = checksFor({ version: 1 }, {});
  const known = { control: newProfile() };

  it.each<[string, Sketch]>([
    ['bytes that are not UTF-8', { ...user, response: { isUtf8: false } }],
    ['an encrypt call', { endpoint: 'encrypt', body: {} }],
    ['a call without the token', { endpoint: 'sync', credential: 'absent', body: {} }],
    ['a long body', { endpoint: 'sync', body: { text: 'x'.repeat(5000) } }],
  ])('does not keep %s', (_, sketch) => {
    const exchange = exchangeWith(sketch);
    judgeExchange(checks, exchange, known, { version: 1 });
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
      const answer = readAnswer(watched({ ...exchange, response: watched(response) }), newProfile());
      expect(judge(checks, answer).length).toBeGreaterThan(3);
      const known = ['body', 'credential', 'endpoint', 'isUtf8', 'otherAlgorithm', 'response', 'status'];
      expect(known).toEqual(expect.arrayContaining([...seen]));
    }
  });
});

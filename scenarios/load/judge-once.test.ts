import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../checks/answer.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { type Check, fail, judge } from '../../checks/check.ts';
import { newProfile } from '../../checks/control-profile.ts';
import { conformantUser, exchangeWith, type Sketch } from '../../checks/exchange-fixture.ts';
import type { Contract } from '../../schemas/contract.ts';
import { judgeOnce, passedBefore } from './judge-once.ts';

const user = { body: { user: conformantUser } };

/** How often checks judge consecutive answers, and which of them fail each answer. */
function asked(...sketches: readonly Sketch[]) {
  let times = 0;
  const subjects = ['user-answer', 'sync-answer', 'encrypt-answer', 'auth-absent'] as const;
  const checks = subjects.map((subject) => {
    const judgeIt = () => {
      times += 1;
      return fail('cause', 'one', 'another');
    };
    return { id: subject, subject, judge: judgeIt } as unknown as Check;
  });
  const known = { control: newProfile(), usualKeys: {} };
  const said = sketches.map((sketch) => judgeOnce(checks, exchangeWith(sketch), known, { version: 1 }));
  return { times, said: said.map(({ otherwise }) => otherwise.map(({ check }) => check.id)) };
}

describe('passedBefore', () => {
  const known = { control: newProfile(), usualKeys: {} };
  const answered = exchangeWith(user);
  const { status, body } = answered.response;

  it('recognises an identical success that broke no check', () => {
    const checks = checksFor({ version: 1 }, {});
    const said = judgeOnce(checks, answered, known, { version: 1 });
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
    judgeOnce(checks, answered, known, { version: 1 });
    expect(passedBefore(checks, 'user', status, { body, isUtf8: true })).toBeNull();
  });
});

describe('judgeOnce', () => {
  it('judges an identical success once', () => {
    const found = asked(user, { endpoint: 'sync', body: {} }, user, { endpoint: 'sync', body: {} });
    expect(found.times).toBe(2);
    expect(found.said).toEqual([['user-answer'], ['sync-answer'], ['user-answer'], ['sync-answer']]);
  });

  it.each<[string, Sketch]>([
    ['another body', { body: { user: { ...conformantUser, id: 'usr_2' } } }],
    ['another status', { ...user, response: { status: 201 } }],
    ['bytes that are not UTF-8', { ...user, response: { isUtf8: false } }],
    ['an encrypt call', { endpoint: 'encrypt', ...user }],
    ['a call without the token', { endpoint: 'encrypt', credential: 'absent', ...user }],
  ])('judges %s again', (_, other) => {
    expect(asked(user, other, user, other).times).toBeGreaterThanOrEqual(3);
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

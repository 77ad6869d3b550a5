import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { fewestSuccesses, learn, newProfile } from '../calls/control-profile.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { declaredMeaning, learnRefusalLike } from './answers.ts';

type Meaning = ReturnType<ReturnType<typeof declaredMeaning>>;

const has = (key: string) => (body: unknown) => typeof body === 'object' && body !== null && key in body;
const probe: Sketch = { endpoint: 'encrypt', credential: 'absent' };
const accepting: Contract = { version: 1, refusal: { statuses: [200] } };
const told = { encrypt: has('ciphertext'), refusal: has('error') };

describe('what a contract makes of a 2xx answer to a probe', () => {
  it.each<[string, Meaning, Meaning]>([
    [
      'is not told by an empty contract',
      declaredMeaning({ version: 1 }, {})(answerWith({ ...probe, body: {} })),
      undefined,
    ],
    ['is told by its status', ofStatus(202), 'neither'],
    ['is not told by a status that successes have', ofStatus(201), undefined],
    ['is told by the schema of successes', ofBody({ ciphertext: 'x' }, { encrypt: told.encrypt }), 'success'],
    ['is told by a body that breaks it', ofBody({ error: 'x' }, { encrypt: told.encrypt }), 'refusal'],
    [
      'is told by a body that is no JSON',
      declaredMeaning(accepting, told)(answerWith({ ...probe, text: 'no' })),
      'neither',
    ],
    ['is not told by a schema where there can be no body', ofEmptyBody(204), undefined],
    ['is told by an empty body where there could be one', ofEmptyBody(200), 'refusal'],
    ['is told by the schema of refusals', ofBody({ error: 'x' }, { refusal: told.refusal }), 'refusal'],
    ['is not told by a body that is no declared refusal', ofBody({}, { refusal: told.refusal }), undefined],
    ['is not told by a body that is both', ofBody({ ciphertext: 'x', error: 'x' }, told), undefined],
    [
      'is told by the schema of successes where it is no refusal',
      ofBody({ ciphertext: 'x' }, told),
      'success',
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it('is told by the schema of refusals only for a status that refusals have', () => {
    const contract: Contract = { version: 1, refusal: { statuses: [401] } };
    expect(
      declaredMeaning(contract, { refusal: has('error') })(answerWith({ ...probe, body: { error: 1 } })),
    ).toBe(undefined);
  });

  it('is not told by a schema of refusals that successes keep too', () => {
    const body = { ciphertext: 'c1', error: null };
    const answer = answerWith({ ...probe, body });
    const control = newProfile();
    const success = answerWith({ endpoint: 'encrypt', body }, control);
    for (let count = 0; count < fewestSuccesses; count += 1) learn(success);
    expect(declaredMeaning(accepting, { refusal: has('error') })({ ...answer, control })).toBe(undefined);
  });

  it('is not told either where the answer is unlike the successes that keep it, of any endpoint', () => {
    const shared: Contract = { version: 1, refusal: { statuses: [200] } };
    const validators = { refusal: has('success') };
    for (const endpoint of ['encrypt', 'sync'] as const) {
      const control = newProfile();
      const admitted = answerWith({ ...probe, endpoint, body: { success: true, user: null } }, control);
      const success = answerWith({ endpoint, body: { success: true, user: 'usr_1' } }, control);
      const meaning = declaredMeaning(shared, validators);
      expect(meaning(admitted)).toBe('refusal');
      learnRefusalLike(success, { version: 1, refusal: { statuses: [401] } }, validators);
      expect(meaning(admitted)).toBe('refusal');
      learnRefusalLike(success, shared, validators);
      expect(meaning(admitted)).toBe('either');
      const told = answerWith({ ...probe, endpoint, body: { success: false, error: 'x' } }, control);
      expect(meaning(told)).toBe('refusal');
      expect(meaning({ ...admitted, exchange: { ...admitted.exchange, endpoint: 'backup' } })).toBe(
        'refusal',
      );
    }
  });

  it('needs no contract for another status', () => {
    expect(declaredMeaning({ version: 1 }, {})(answerWith({ ...probe, response: { status: 401 } }))).toBe(
      'refusal',
    );
  });
});

function ofStatus(status: number): Meaning {
  const contract: Contract = { version: 1, answers: { encrypt: { statuses: [200, 201] } } };
  return declaredMeaning(contract, {})(answerWith({ ...probe, body: {}, response: { status } }));
}

function ofBody(body: unknown, validators: Parameters<typeof declaredMeaning>[1]): Meaning {
  return declaredMeaning(accepting, validators)(answerWith({ ...probe, body }));
}

function ofEmptyBody(status: number): Meaning {
  const isSuccess = declaredMeaning(accepting, { encrypt: told.encrypt });
  return isSuccess(answerWith({ ...probe, text: '', response: { status } }));
}

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { readAnswer } from '../answer.ts';
import { conformantUser, exchangeWith, type Sketch } from '../exchange-fixture.ts';
import { type Declared, nothingLearned } from './meaning.ts';
import type { Meaning } from './probe-meanings.ts';

const has = (key: string) => (body: unknown) => typeof body === 'object' && body !== null && key in body;
const accepting: Contract = { version: 1, refusal: { statuses: [200] } };
const told = { encrypt: has('ciphertext'), refusal: has('error') };
const none: Declared = { contract: { version: 1 }, validators: {} };
const byBody = (validators: Declared['validators']): Declared => ({ contract: accepting, validators });
const byStatus: Declared = {
  contract: { version: 1, answers: { encrypt: { statuses: [200, 201] } } },
  validators: {},
};

const result: Meaning = { is: 'result' };
const refusal: Meaning = { is: 'refusal' };
const unclear: Meaning = { is: 'unclear', why: 'like-result', by: 'comparison' };
const open: Meaning = { is: 'unclear', why: 'nothing-to-compare', by: 'nothing' };

function meaningOf(sketch: Sketch, declared: Declared, compared: Meaning | null, shared = false): unknown {
  const exchange = exchangeWith({ endpoint: 'encrypt', credential: 'absent', ...sketch });
  const known = { ...nothingLearned, refusalLike: shared ? [exchange.endpoint] : [] };
  const { meaning } = readAnswer(exchange, declared, known, () => compared);
  return meaning?.is === 'unclear' ? meaning.by : (meaning?.is ?? null);
}

describe('what a 2xx answer to a probe means', () => {
  it.each<[string, Sketch, Declared, Meaning | null, unknown]>([
    ['nothing without a contract and a twin', { body: {} }, none, null, null],
    ['what its twin says, without a contract', { body: {} }, none, unclear, 'comparison'],
    ['no success by its status', { body: {}, response: { status: 202 } }, byStatus, unclear, 'contract'],
    [
      'what its twin says, for a status of successes',
      { body: {}, response: { status: 201 } },
      byStatus,
      unclear,
      'comparison',
    ],
    [
      'a result by the schema of successes',
      { body: { ciphertext: 'x' } },
      byBody({ encrypt: told.encrypt }),
      open,
      'result',
    ],
    ['nothing without a twin that succeeded', { body: { ciphertext: 'x' } }, byBody(told), null, null],
    [
      'what its twin says, although it keeps the schema of successes',
      { body: { ciphertext: 'x' } },
      byBody({ encrypt: told.encrypt }),
      unclear,
      'comparison',
    ],
    [
      'a refusal where its twin holds what it lacks, whatever the schema',
      { body: { ciphertext: 'x' } },
      byBody({ encrypt: told.encrypt }),
      refusal,
      'refusal',
    ],
    [
      'a refusal by a body that breaks the schema',
      { body: { error: 'x' } },
      byBody({ encrypt: told.encrypt }),
      unclear,
      'refusal',
    ],
    ['neither by a body that is no JSON', { text: 'no' }, byBody(told), unclear, 'contract'],
    [
      'what its twin says, where there can be no body',
      { text: '', response: { status: 204 } },
      byBody({ encrypt: told.encrypt }),
      unclear,
      'comparison',
    ],
    [
      'a refusal by the schema of refusals',
      { body: { error: 'x' } },
      byBody({ refusal: told.refusal }),
      unclear,
      'refusal',
    ],
    [
      'what its twin says of a body that is no declared refusal',
      { body: {} },
      byBody({ refusal: told.refusal }),
      unclear,
      'comparison',
    ],
    [
      'what its twin says of a body that is both',
      { body: { ciphertext: 'x', error: 'x' } },
      byBody(told),
      unclear,
      'comparison',
    ],
    [
      'a result by the schema of successes where it is no refusal',
      { body: { ciphertext: 'x' } },
      byBody(told),
      open,
      'result',
    ],
    [
      'a result that is there, whatever is declared',
      { body: { error: 'x', data: 'x' } },
      byBody(told),
      result,
      'result',
    ],
  ])('%s', (_, sketch, declared, compared, expected) => {
    expect(meaningOf(sketch, declared, compared)).toBe(expected);
  });

  it('a schema of refusals tells only for a status that refusals have', () => {
    const declared = { contract: { version: 1, refusal: { statuses: [401] } }, validators: told } as const;
    expect(
      meaningOf({ body: { error: 1 } }, { ...declared, validators: { refusal: told.refusal } }, unclear),
    ).toBe('comparison');
  });

  it('a schema of refusals that successes keep too tells nothing of an answer that states no error', () => {
    const declared = byBody({ refusal: has('success') });
    for (const endpoint of ['encrypt', 'sync'] as const) {
      const admitted: Sketch = { endpoint, body: { success: true, user: null } };
      expect(meaningOf(admitted, declared, null)).toBe('refusal');
      expect(meaningOf(admitted, declared, null, true)).toBe('contract');
      expect(meaningOf({ endpoint, body: { success: false, error: 'x' } }, declared, null, true)).toBe(
        'refusal',
      );
    }
  });

  it('any other status refuses, unless the result is there', () => {
    const refused: Sketch = { response: { status: 401 }, body: {} };
    expect(meaningOf(refused, none, null)).toBe('refusal');
    expect(meaningOf(refused, none, unclear)).toBe('comparison');
    expect(meaningOf(refused, none, result)).toBe('result');
  });
});

it('a refusal at another target says nothing of the token, and a result there is one', () => {
  const at = (path: string, status: number, compared: Meaning | null) => {
    const probe = exchangeWith({ endpoint: 'encrypt', credential: 'absent', response: { status } });
    const exchange = { ...probe, request: { ...probe.request, path } };
    return readAnswer(exchange, none, nothingLearned, () => compared).meaning?.is ?? null;
  };
  expect(at('/api/v1/encrypt/', 404, null)).toBeNull();
  expect(at('/api/v1/encrypt/', 200, result)).toBe('result');
  expect(at('/api/v1/encrypt?x=1', 401, null)).toBe('refusal');
});

it('an answer to a call with a declared algorithm is a result by the schema alone', () => {
  const call: Sketch = { credential: 'token', otherAlgorithm: 'NAME', body: { ciphertext: 'x' } };
  expect(meaningOf(call, byBody(told), null)).toBe('result');
});

describe('what an answer to a valid call means', () => {
  const valid = (sketch: Sketch): Sketch => ({ credential: 'token', ...sketch });
  const shared: Declared = {
    contract: { version: 1, answers: { encrypt: { schema: { properties: { error: { const: 0 } } } } } },
    validators: {},
  };

  it.each<[string, Sketch, Declared, Meaning | null, unknown]>([
    ['a success, whatever its words', { body: { status: 'failed', msg: 'no' } }, none, null, 'result'],
    ['no success if a standard says so', { body: { error: 'down' } }, none, null, 'refusal'],
    ['no success if it lacks what others hold', { body: { ok: 1 } }, none, refusal, 'refusal'],
    [
      'a success by the schema that says which values make one',
      { body: { error: 'x' } },
      shared,
      null,
      'result',
    ],
    ['no success if it lacks what others hold, whatever says so', { body: {} }, shared, refusal, 'refusal'],
    ['nothing if it asks for patience', { response: { status: 429 } }, none, null, null],
    ['no success by another status', { response: { status: 500 } }, none, null, 'refusal'],
    [
      'of sync, a success by a schema that names the error',
      { endpoint: 'sync', body: { errors: ['disk'] } },
      {
        contract: { version: 1, answers: { sync: { schema: { properties: { errors: {} } } } } },
        validators: {},
      },
      null,
      'result',
    ],
    [
      'of sync, no success by a schema that does not',
      { endpoint: 'sync', body: { success: false, error: 'down' } },
      { contract: { version: 1, answers: { sync: { schema: { type: 'object' } } } }, validators: {} },
      null,
      'refusal',
    ],
  ])('%s', (_, sketch, declared, compared, expected) => {
    expect(meaningOf(valid(sketch), declared, compared)).toBe(expected);
  });

  it('an error of user is a refusal of the token until encrypt has taken it', () => {
    const error: Sketch = { endpoint: 'user', credential: 'token', body: { error: 'unknown token' } };
    const read = (hasEncrypted: boolean) =>
      readAnswer(exchangeWith(error), none, { ...nothingLearned, hasEncrypted });
    expect(read(false)).toMatchObject({ meaning: refusal, subjects: [] });
    expect(read(true)).toMatchObject({ meaning: result, subjects: ['user-answer'] });
  });
});

describe('a refusal that shows a user', () => {
  const shown = (id: string, userId: string | null) => {
    const body = { user: { ...conformantUser, id } };
    const read = exchangeWith({ endpoint: 'user', credential: 'absent', body, response: { status: 401 } });
    return readAnswer(read, none, { ...nothingLearned, userId }, () => result).meaning;
  };

  it('is none for the user of the token, and one for another', () => {
    expect(shown('usr_7', 'usr_7')).toEqual(result);
    expect(shown('usr_7', null)).toEqual(result);
    expect(shown('usr_anonymous', 'usr_7')).toEqual(refusal);
  });
});

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { settledAnswer } from '../declared/declared-fixture.ts';
import type { Sketch } from '../exchange-fixture.ts';
import { someData } from './service-fixture.ts';

type Schema = Exclude<NonNullable<NonNullable<Contract['answers']>['encrypt']>['schema'], undefined>;

const sealedText = (data: string, salt: number) => `${salt}Qx`.repeat(data.length).slice(0, data.length + 16);
const call = (data: string, body: unknown, status = 200): Sketch => ({
  endpoint: 'encrypt',
  sent: JSON.stringify({ data, algorithm: 'AES-256-GCM' }),
  ...(body !== undefined && { body }),
  response: { status },
});
const successes = someData(40).map((data, index) => call(data, { ciphertext: sealedText(data, index) }));
const data = '0123456789'.repeat(90);

function meaningOf(schema: Schema | undefined, body: unknown, statuses = [200], status = 200) {
  const encrypt = schema === undefined ? { statuses } : { statuses, schema };
  const contract: Contract = { version: 1, answers: { encrypt } };
  return settledAnswer(contract, call(data, body, status), successes).meaning?.is;
}

const text = { type: 'string' };
const named = (ciphertext: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties: { ciphertext },
  required,
});

describe('a success without the result that all others hold', () => {
  it.each<[string, Schema, unknown]>([
    ['any object', { type: 'object' }, { algorithm: 'AES-256-GCM' }],
    ['anything', true, {}],
    ['a text', named(text, ['ciphertext']), { ciphertext: '' }],
    ['a text or null', named({ type: ['string', 'null'] }), { ciphertext: '' }],
    ['another member', { type: 'object', properties: { job: text } }, { job: 'x' }],
  ])('is none under a schema of %s', (_, schema, body) => {
    expect(meaningOf(schema, body)).toBe('refusal');
    expect(meaningOf(undefined, body)).toBe('refusal');
    expect(meaningOf(schema, { ciphertext: sealedText(data, 77) })).toBe('result');
  });

  it.each<[string, Schema, unknown]>([
    ['or null', named({ type: ['string', 'null'] }, ['ciphertext']), { ciphertext: null }],
    ['that may be absent', named(text), {}],
    ['in one of two forms', { anyOf: [named(text, ['ciphertext']), { required: ['job'] }] }, { job: 'x' }],
  ])('is one where the schema names the result %s', (_, schema, body) => {
    expect(meaningOf(schema, body)).toBe('result');
  });

  it('is one with a 204 that is declared', () => {
    expect(meaningOf(named(text), undefined, [200, 204], 204)).toBe('result');
    expect(meaningOf(undefined, undefined, [200, 204], 204)).toBe('result');
    expect(meaningOf(named(text), undefined, [200], 204)).toBe('refusal');
  });
});

it('a result of other data is none under any schema', () => {
  const others = successes.slice(0, 39);
  const of = (text: string) => call(text, { ciphertext: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'.repeat(3) });
  const [first, second] = [of('a'.repeat(90)), of('b'.repeat(90))];
  for (const schema of [{ type: 'object' }, named(text), named({ type: ['string', 'null'] })]) {
    const contract: Contract = { version: 1, answers: { encrypt: { schema } } };
    expect(settledAnswer(contract, second, [...others, first])).toMatchObject({
      result: 'refused',
      outcome: '2xx with the result of other data',
    });
  }
});

describe('an answer without the token, unlike those with it, where refusals have another status', () => {
  const state = { type: 'string', enum: ['synced', 'syncing'] };
  const schema = { type: 'object', properties: { state, note: text, connections: { type: 'array' } } };
  const whole = { state: 'synced', connections: ['con_1'] };

  function meaningIn(endpoint: 'sync' | 'user', body: unknown, statuses: readonly number[] | undefined) {
    const refusal = statuses === undefined ? {} : { refusal: { statuses } };
    const contract: Contract = { version: 1, answers: { [endpoint]: { schema } }, ...refusal };
    const success: Sketch = { endpoint, body: whole };
    const probe: Sketch = { endpoint, credential: 'absent', body };
    return settledAnswer(contract, probe, Array<Sketch>(9).fill(success)).meaning?.is;
  }

  it('is a success if the schema lists the value of a member', () => {
    expect(meaningIn('sync', { state: 'syncing' }, [401])).toBe('result');
    expect(meaningIn('sync', { state: 'synced', note: 'x' }, [401])).toBe('result');
  });

  it.each<[string, unknown, (readonly number[])?]>([
    ['lists other values', { state: 'none' }, [401]],
    ['lists no values of its members', { note: 'sign in' }, [401]],
    ['does not name one of its members', { state: 'synced', login: '/login' }, [401]],
    ['has none of its members', {}, [401]],
    ['is all that is declared', { state: 'synced' }],
    ['describes an answer with the status of refusals', { state: 'synced' }, [200, 401]],
  ])('is open if the schema %s', (_, body, statuses) => {
    expect(meaningIn('sync', body, statuses)).toBe('unclear');
  });

  it('is open if it is none of an endpoint whose answers the document states', () => {
    expect(meaningIn('user', { state: 'synced' }, [401])).toBe('unclear');
  });
});

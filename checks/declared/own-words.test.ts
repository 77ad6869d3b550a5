import { describe, expect, it } from 'vitest';
import type { Judgement } from '../check.ts';
import type { Sketch } from '../exchange-fixture.ts';
import { type Declarations, judgement } from './declared-fixture.ts';

const encrypt = (sketch: Sketch): Sketch => ({ endpoint: 'encrypt', ...sketch });

describe('a 2xx answer that may be a refusal in own words, beside what succeeds with the token', () => {
  const words = { message: 'Please sign in', login: '/login' };
  const record = { status: 'synchronised', pending: 0 };
  const of = (endpoint: 'sync' | 'backup', sketch: Sketch): Sketch => ({ endpoint, ...sketch });
  const probeOf = (endpoint: 'sync' | 'backup', sketch: Sketch) =>
    of(endpoint, { credential: 'absent', ...sketch });
  const times = (count: number, sketch: Sketch) => Array.from({ length: count }, () => sketch);

  it.each<[string, 'sync' | 'backup', readonly Sketch[], Sketch, boolean]>([
    ['words', 'sync', times(20, { body: record }), { body: words }, true],
    ['words, after two backups', 'backup', times(2, { body: { id: 'bkp_1' } }), { body: words }, true],
    ['nothing', 'sync', times(20, { body: record }), { response: { status: 204 } }, true],
    ['an empty object', 'sync', times(20, { body: record }), { body: {} }, true],
    ['words in place of a list', 'sync', times(20, { body: [record] }), { body: words }, true],
    ['words in place of nothing', 'sync', times(20, {}), { body: words }, true],
    ['a part of the keys', 'sync', times(20, { body: record }), { body: { status: 'unknown' } }, true],
    ['the same', 'sync', times(20, { body: record }), { body: record }, false],
    ['nothing, as all do', 'sync', times(20, {}), {}, false],
    [
      'one of several forms',
      'sync',
      [...times(5, { body: record }), ...times(5, { body: { state: 'idle' } }), ...times(5, { body: {} })],
      { body: { state: 'idle' } },
      false,
    ],
  ])('%s, of %s', (_, endpoint, successes, sketch, isOpen) => {
    const known = successes.map((success) => of(endpoint, success));
    const outcome = (rule: 'required' | 'notRequired', id: string) =>
      judgement(id, { token: { [rule]: [endpoint] } }, probeOf(endpoint, sketch), known).outcome;
    expect(outcome('required', `${endpoint}-token-required`)).toBe(isOpen ? 'undecided' : 'fail');
    expect(outcome('notRequired', `${endpoint}-token-not-required`)).toBe(isOpen ? 'undecided' : 'pass');
  });

  it.each<[string, (index: number) => unknown, Judgement['outcome']]>([
    ['words', () => ({ message: 'Not offered here.', offered: ['AES-256-GCM'] }), 'undecided'],
    ['nothing', () => ({}), 'undecided'],
    ['a result', (index) => ({ algorithm: 'NAME', ciphertext: `QUJD${index}` }), 'pass'],
    ['a result under another key', (index) => ({ wrapped: `QUJD${index}` }), 'pass'],
  ])('for another algorithm, always %s', (_, body, outcome) => {
    const known = Array.from({ length: 20 }, (_, index) =>
      encrypt({ body: { algorithm: 'AES-256-GCM', ciphertext: `QUJ${index}` } }),
    );
    const declares: Declarations = { encrypt: { algorithms: ['NAME'] } };
    const headers = (index: number) => ({ date: `Thu, 26 Nov 2026 23:42:${10 + index} GMT` });
    const call = (index: number) =>
      encrypt({ otherAlgorithm: 'NAME', body: body(index), response: { headers: headers(index) } });
    const others = [...known, ...[1, 2, 3].map(call)];
    expect(judgement('encrypt-algorithms-accepted', declares, call(4), others).outcome).toBe(outcome);
  });
});

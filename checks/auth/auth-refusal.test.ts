import { describe, expect, it } from 'vitest';
import { documentChecks } from '../catalogue.ts';
import { judge } from '../check.ts';
import { answerWith } from '../exchange-fixture.ts';
import { encrypted, judgementOf, outcome, profileOf } from './auth-refusal-fixture.ts';

function nestedFlag(ok: boolean, depth: number): object {
  return depth === 0 ? { ok } : { inner: nestedFlag(ok, depth - 1) };
}

describe('auth refusal', () => {
  it.each([300, 302, 400, 401, 403, 404, 405, 409, 418, 500, 503])('HTTP %i is a refusal', (status) => {
    expect(outcome({ text: '<p>no</p>', response: { status } })).toBe('pass');
  });

  it.each(['reset', 'bad location'] as const)('%s is a refusal', (failure) => {
    expect(outcome({ response: { status: 0, failure } })).toBe('pass');
  });

  it.each([
    ['a timeout', { status: 0, failure: 'timeout' as const }],
    ['no connection', { status: 0, failure: 'unreachable' as const }],
    ['a body that cannot be decoded', { status: 0, failure: 'undecodable body' as const }],
    ['an answer that breaks off', { status: 0, failure: 'cut off' as const }],
    ['what is not HTTP', { status: 0, failure: 'not HTTP' as const }],
    ['HTTP 429', { status: 429 }],
    ['HTTP 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ])('%s proves nothing', (_, response) => {
    expect(outcome({ response })).toBe('not-applicable');
  });

  it.each([
    ['the same body', encrypted[0]],
    ['a body like it', { ok: true, algorithm: 'AES-256-GCM', ciphertext: 'c9', length: 99 }],
  ])('%s is a success', (_, body) => {
    expect(outcome({ body })).toBe('fail');
  });

  it.each([
    ['an error of its own', { error: 'A0230', hint: 'see the manual' }],
    ['an error about a limit', { error: 'too many tokens' }],
    ['an error of a parser', { error: 'Unexpected token u in JSON at position 0' }],
    ['a key that no success has', { ...encrypted[1], warning: 'no token' }],
    ['a key less than every success has', { ok: true, algorithm: 'AES-256-GCM', ciphertext: 'c1' }],
    ['a flag that no success has', { ...encrypted[1], ok: false }],
    ['a word that no success has', { ...encrypted[1], algorithm: 'none' }],
    ['a field that is empty in no success', { ...encrypted[1], ciphertext: '' }],
    ['null where no success has it', { ...encrypted[1], length: null }],
    [
      'the envelope of a success that says it is none',
      { ok: false, algorithm: null, ciphertext: null, length: 0 },
    ],
    ['an array', []],
    ['an empty body', undefined],
    ['an empty object', {}],
  ])('HTTP 200 with %s can be read either way', (_, body) => {
    expect(judgementOf({ body })).toMatchObject({
      outcome: 'undecided',
      cause: 'a 2xx answer that is neither clearly a success nor clearly a refusal',
    });
  });

  it('HTTP 202 with an error about the token is a refusal, although no success had this status', () => {
    expect(outcome({ body: { error: 'invalid token' }, response: { status: 202 } })).toBe('pass');
    expect(outcome({ body: { error: 'unknown' }, response: { status: 202 } })).toBe('undecided');
  });

  it.each([
    ['an error about the token', { error: 'unauthorized' }],
    ['the same as a code', { code: 401, message: 'Sign in.', data: null }],
    [
      'the same in GraphQL',
      { errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }], data: null },
    ],
  ])('HTTP 200 with %s is a refusal, where successes report no error', (_, body) => {
    expect(outcome({ body })).toBe('pass');
    expect(outcome({ body }, profileOf(encrypted.slice(0, 7)))).toBe('undecided');
  });

  it('an error is no result, although results have its form and several codes', () => {
    const results = Array.from({ length: 60 }, (_, index) => ({
      statusCode: 200 + (index % 2),
      body: `c2VjcmV0${index}`.repeat(1 + (index % 20)),
    }));
    expect(outcome({ body: { statusCode: 401, body: 'c2VjcmV07'.repeat(9) } }, profileOf(results))).toBe(
      'pass',
    );
    expect(outcome({ body: { statusCode: 503, body: 'c2VjcmV07'.repeat(9) } }, profileOf(results))).toBe(
      'undecided',
    );
  });

  it('looks at headers that may tell how the call ended', () => {
    const body = encrypted[1];
    const outcomeWith = (headers: Record<string, string>, ofSuccesses: Record<string, string> = {}) =>
      outcome({ body, response: { headers } }, profileOf(encrypted, ofSuccesses));
    expect(outcomeWith({ 'grpc-status': '16' })).toBe('undecided');
    expect(outcomeWith({ 'x-error-code': '401' }, { 'x-error-code': '0' })).toBe('undecided');
    expect(outcomeWith({}, { 'x-result': 'done' })).toBe('undecided');
    expect(outcomeWith({ 'grpc-status': '0' }, { 'grpc-status': '0' })).toBe('fail');
    expect(outcomeWith({ 'x-request-id': '7', 'cache-control': 'no-store' })).toBe('fail');
  });

  it('looks below the top level too', () => {
    const nested = encrypted.map((result) => ({ result: { items: [result], state: 'done' } }));
    const like = (change: object) => ({ result: { items: [{ ...encrypted[0], ...change }], state: 'done' } });
    expect(outcome({ body: like({ ciphertext: 'c9' }) }, profileOf(nested))).toBe('fail');
    expect(outcome({ body: like({ ok: false }) }, profileOf(nested))).toBe('undecided');
    expect(outcome({ body: { result: { items: [], state: 'done' } } }, profileOf(nested))).toBe('undecided');
  });

  it.each([
    ['a list whose first item is a word', ['ok', 'x'], ['error', 'unauthorised']],
    ['a list whose first item is a flag', [true, 'x'], [false, 'denied']],
    ['a long fixed text', { message: 'm'.repeat(80), c: 'x' }, { message: 'n'.repeat(80), c: 'x' }],
    ['a flag far inside', nestedFlag(true, 8), nestedFlag(false, 8)],
    ['more depth than is looked at', nestedFlag(true, 20), nestedFlag(false, 20)],
  ])('a refusal is told from successes by %s', (_, success, refusal) => {
    const control = profileOf(Array.from({ length: 40 }, () => success));
    expect(outcome({ body: refusal }, control)).toBe('undecided');
  });

  it('a word that is none of several is told from them, and a time of another second is not', () => {
    const words = ['done', 'queued', 'stored', 'sealed', 'kept', 'sent'];
    const results = Array.from({ length: 60 }, (_, index) => ({
      result: words[index % words.length],
      at: `2026-11-21T02:36:${10 + Math.floor(index / 10)}Z`,
      data: `x${index}`,
    }));
    const like = { result: 'sent', at: '2026-11-21T02:37:59Z', data: 'y7' };
    expect(outcome({ body: like }, profileOf(results))).toBe('fail');
    expect(outcome({ body: { ...like, result: 'denied' } }, profileOf(results))).toBe('undecided');
  });

  it.each(['invalid token', 'denied', 'no'])('%j in the place of a result may be a refusal', (result) => {
    const results = Array.from({ length: 60 }, (_, index) => ({ result: `c2VjcmV0${index}`.repeat(2) }));
    expect(outcome({ body: { result } }, profileOf(results))).toBe('undecided');
    expect(outcome({ body: { result: 'c2VjcmV0bmV2ZXJzZWVu' } }, profileOf(results))).toBe('fail');
  });

  const hex = (index: number) =>
    `${'abcdef'.charAt(index % 6)}${((index * 2654435761) % 0xfffffff).toString(16).padStart(7, '0')}0`;
  const sealed = (index: number) => ({
    id: `enc_${hex(index)}`,
    code: hex(index),
    size: index,
    data: `c2VjcmV0${index}`.repeat(1 + (index % 5)),
  });

  it.each([
    ['an id that is shorter', { id: 'enc_0' }],
    ['capitals where none were', { code: 'DENIED123' }],
    ['letters that are none of hexadecimal', { code: 'forbidden1' }],
    ['a word where the others mix letters and digits', { code: 'abadcafeeffacedbadcafe' }],
    ['a zero where none was', { size: 0 }],
    ['a word with punctuation', { data: 'not_authenticated_401' }],
  ])('an error in the fields of a result is told from one by %s', (_, change) => {
    const control = profileOf(Array.from({ length: 60 }, (__, index) => sealed(index + 1)));
    expect(outcome({ body: { ...sealed(7), ...change } }, control)).toBe('undecided');
  });

  it('a challenge that no success had tells a refusal from one', () => {
    const control = profileOf(Array.from({ length: 60 }, (_, index) => sealed(index + 1)));
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    expect(outcome({ body: sealed(7), response: { headers } }, control)).toBe('undecided');
    expect(outcome({ body: sealed(7) }, control)).toBe('fail');
  });

  it('a result like the others is one, also where it is longer or its number has grown by a digit', () => {
    const control = profileOf(Array.from({ length: 60 }, (_, index) => sealed(index + 1000)));
    for (let index = 1000; index < 1500; index += 1)
      expect(outcome({ body: { ...sealed(index), data: `c2VjcmV0${index}`.repeat(9) } }, control)).toBe(
        'fail',
      );
  });

  it.each<[string, (index: number) => unknown, unknown]>([
    [
      'a place of every result, where results come in two kinds',
      (index) =>
        index % 2 === 0 ? { id: `r${index}`, data: `c${index}` } : { id: `r${index}`, at: '/blobs' },
      { id: 'r99' },
    ],
    [
      'what one glitch among the results alone was like',
      (index) =>
        index === 3 ? { success: false, error: 'warming up' } : { success: true, data: `c${index}` },
      { success: false, error: 'warming up' },
    ],
    [
      'a glitch that differed in its values alone',
      (index) => (index === 3 ? { code: 17, data: '' } : { code: 200, data: `c${index}` }),
      { code: 17, data: '' },
    ],
    [
      'a code besides that of results',
      (index) => ({ code: 2000, data: `r${index}` }),
      { code: 4010, data: 'r99' },
    ],
    [
      'nothing of results that are too large to be looked through',
      (index) => (index % 2 === 0 ? { data: `c${index}` } : { data: { ...Array(500).fill(index) } }),
      undefined,
    ],
  ])('%s may be a refusal', (_, result, refusal) => {
    const control = profileOf(Array.from({ length: 400 }, (__, index) => result(index)));
    expect(outcome({ body: refusal }, control)).toBe('undecided');
    expect(outcome({ body: result(40) }, control)).toBe('fail');
  });

  it('too few results say nothing of others', () => {
    const few = encrypted.slice(0, 7);
    expect(outcome({ body: encrypted[0] }, profileOf(few))).toBe('undecided');
    expect(outcome({ body: encrypted[0] }, profileOf([...few, encrypted[7]]))).toBe('fail');
  });

  it('learns within bounds from results that never have the same keys', () => {
    const results = Array.from({ length: 500 }, (_, index) => ({ [`k${index}`]: index, [`l${index}`]: 1 }));
    expect(Object.keys(profileOf(results).successes['encrypt']?.places ?? {}).length).toBeLessThan(410);
  });

  it('another 2xx status than successes have can be read either way', () => {
    expect(outcome({ body: encrypted[0], response: { status: 202 } })).toBe('undecided');
  });

  it('an empty body is a success where successes have none', () => {
    expect(outcome({ response: { status: 204 } }, profileOf(Array(8).fill(undefined)))).toBe('fail');
  });

  it('names the form of the credential, not the data that came with it', () => {
    const sent = { credentialForm: '"Basic", twice', variety: '"Basic", twice, 64 KiB' };
    expect(judgementOf({ ...sent, body: encrypted[0] })).toMatchObject({ cause: '"Basic", twice' });
  });

  it('each credential has its own check, and a contested form none', () => {
    const ids = (['absent', 'empty', 'scheme', 'made-up', 'contested', 'token'] as const).map((credential) =>
      judge(documentChecks, answerWith({ endpoint: 'encrypt', credential, body: {} })).map(
        ({ check }) => check.id,
      ),
    );
    expect(ids).toEqual([
      ['auth-absent-refused'],
      ['auth-empty-refused'],
      ['auth-scheme-refused'],
      ['auth-made-up-refused'],
      [],
      ['encrypt-body-utf8', 'encrypt-body-json'],
    ]);
  });
});

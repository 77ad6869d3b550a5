import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectedLeaves } from './known-results.ts';
import { lonelyProbe } from './pairs.ts';
import { judgeProbe } from './probe-meanings.ts';
import {
  answered,
  counts,
  judgedProbes,
  pieces,
  readOf,
  type Says,
  type Speaks,
  sealed,
} from './service-fixture.ts';

const result: Speaks = (data, index) => ({ body: sealed(data, `probe ${index}`) });
const refusal: Speaks = () => ({ status: 401, body: { error: 'unauthorized' } });
const hex = (text: string) => Buffer.from(text).toString('hex');

describe('an answer that holds the result is one, whatever its status and its form', () => {
  it.each<[string, Speaks, Speaks?]>([
    ['as valid calls get it', result],
    ['behind 401', (data, index) => ({ ...result(data, index), status: 401 })],
    [
      'after a text',
      (data, index) => ({ status: 401, body: `no\n${JSON.stringify(sealed(data, `${index}`))}` }),
    ],
    [
      'in an envelope of its own',
      (data, index) => ({ body: { warning: 'no token', data: sealed(data, `${index}`) } }),
    ],
    [
      'as JSON in a text',
      (data, index) => ({ status: 403, body: { was: JSON.stringify(sealed(data, `${index}`)) } }),
    ],
    [
      'without its other fields',
      (data, index) => ({ body: { ciphertext: sealed(data, `${index}`).ciphertext } }),
    ],
    [
      'in a header',
      (data, index) => ({ status: 403, headers: { 'x-result': sealed(data, `${index}`).ciphertext } }),
    ],
    [
      'under another key each time',
      (data, index) => ({ status: 403, body: { [`trace-${index}`]: sealed(data, `${index}`).ciphertext } }),
    ],
    [
      'with another word in a field that is always the same',
      (data, index) => ({ body: { ...sealed(data, `${index}`), algorithm: 'none' } }),
    ],
    [
      'in a header, as valid calls get it',
      (data, index) => ({ status: 403, headers: { 'x-sealed': sealed(data, `p${index}`).ciphertext } }),
      (data, index) => ({ status: 204, headers: { 'x-sealed': sealed(data, `t${index}`).ciphertext } }),
    ],
    [
      'as a bare text',
      (data, index) => ({ body: sealed(data, `p${index}`).ciphertext }),
      (data, index) => ({ body: sealed(data, `t${index}`).ciphertext }),
    ],
    [
      'as a list of numbers',
      (data, index) => ({
        body: { bytes: [...Buffer.from(sealed(data, `p${index}`).ciphertext, 'base64')] },
      }),
      (data, index) => ({
        body: { bytes: [...Buffer.from(sealed(data, `t${index}`).ciphertext, 'base64')] },
      }),
    ],
    [
      'below a key that is new each time',
      (data, index) => ({ body: { [`id${index}`]: sealed(data, `p${index}`) } }),
      (data, index) => ({ body: { [`job${index}`]: sealed(data, `t${index}`) } }),
    ],
    [
      'that is a digest',
      (data) => ({ body: { digest: digest(data) } }),
      (data) => ({ body: { digest: digest(data) } }),
    ],
  ])('%s', (_, probeSays, twinSays) => {
    const { ofLongData } = judgedProbes(probeSays, twinSays);
    expect(counts(ofLongData)).toEqual({ result: ofLongData.length, refusal: 0, unclear: 0 });
  });

  it.each<[string, readonly string[] | undefined, Speaks, Speaks?]>([
    [
      'of another name',
      ['x-result'],
      (data, index) => ({
        status: 401,
        body: { error: 'no' },
        headers: {
          'x-request': `no result of any call ${index}`,
          'x-result': sealed(data, `${index}`).ciphertext,
        },
      }),
    ],
    [
      'of the same name as beside the token',
      ['x-sealed'],
      (data, index) => ({ status: 401, headers: { 'x-sealed': sealed(data, `p${index}`).ciphertext } }),
      (data, index) => ({ status: 204, headers: { 'x-sealed': sealed(data, `t${index}`).ciphertext } }),
    ],
    [
      'with the very text',
      ['x-digest'],
      (data) => ({ headers: { 'x-digest': `v1 ${digest(data)}` } }),
      (data) => ({ body: { digest: digest(data) } }),
    ],
    ['that is none', undefined, (data, index) => ({ ...result(data, index), status: 401 })],
  ])('and says in which header it stands: one %s', (_, headers, probeSays, twinSays) => {
    const { ofLongData } = judgedProbes(probeSays, twinSays);
    expect(ofLongData.length).toBeGreaterThan(20);
    expect(new Set(ofLongData.map((meaning) => meaning.headers?.join()))).toEqual(new Set([headers?.join()]));
  });

  it('also of so little data that it holds nothing to compare, where more data shows that such answers are results', () => {
    const { meanings, looks } = judgedProbes((data, index) => ({ body: sealed(data, `probe ${index}`) }));
    expect(looks.looksAtToken).toBe(false);
    expect(counts(meanings)).toEqual({ result: meanings.length, refusal: 0, unclear: 0 });
  });

  it('in a list of pieces, but for those whose last piece is too short to be found', () => {
    const says: Speaks = (data, index) => ({
      status: 401,
      body: { error: 'no', list: Object.values(pieces(sealed(data, `${index}`).ciphertext)) },
    });
    const { ofLongData } = judgedProbes(says);
    expect(counts(ofLongData).result).toBeGreaterThan(0.8 * ofLongData.length);
    expect(counts(ofLongData).refusal).toBe(0);
  });

  it.each([1, 3, 10])('also where one in %i probes of a kind gets it, and the others are refused', (nth) => {
    const says: Speaks = (data, index) => (index % nth === 0 ? result(data, index) : refusal(data, index));
    const { meanings, ofLongData } = judgedProbes(says);
    const wrong = meanings.filter(({ is }, index) => index % nth !== 0 && is !== 'refusal');
    expect(wrong).toEqual([]);
    expect(counts(ofLongData).result).toBeGreaterThan(0.6 * (ofLongData.length / nth));
    expect(counts(ofLongData).unclear).toBe(0);
  });
});

describe('an answer that does not is a refusal', () => {
  const echo = (data: string) => ({ request: { data } });
  it.each<[string, Speaks]>([
    ['an error', refusal],
    ['nothing', () => ({ status: 401 })],
    ['an error with 200', () => ({ body: { error: 'unauthorized' } })],
    ['an error in own words', () => ({ body: { code: 'A0230', msg: '登录过期', data: null } })],
    ['words of a shape of its own', () => ({ body: { message: 'Sign in.', id: 'c2Vzc2lvbi1vbmUtb25l' } })],
    ['a page', () => ({ body: `<html><h1>Sign in</h1>${'<p>Please.</p>'.repeat(200)}</html>` })],
    ['the request', (data) => ({ status: 401, body: echo(data) })],
    [
      'the request, in base64',
      (data) => ({ status: 401, body: { was: Buffer.from(JSON.stringify(echo(data))).toString('base64') } }),
    ],
    [
      'a page that shows the data',
      (data) => ({ status: 401, body: `<html>${'<p>Please.</p>'.repeat(200)}<pre>${data}</pre></html>` }),
    ],
    ['the request, in hexadecimal', (data) => ({ status: 401, body: { was: hex(data) } })],
    ['the data with 200', (data) => ({ body: { data, message: 'no' } })],
    [
      'a text of random length',
      (_, index) => ({
        status: 403,
        body: { trace: hex(sealed('x'.repeat(index * 40), `${index}`).ciphertext) },
      }),
    ],
    [
      'a sealed message of one length',
      (_, index) => ({ body: { sealed: sealed('who are you?'.repeat(20), `${index}`).ciphertext } }),
    ],
  ])('%s', (_, says) => {
    expect(counts(judgedProbes(says).meanings)).toEqual({ result: 0, refusal: 90, unclear: 0 });
  });

  it('words of the form of results, emptied', () => {
    const { result: results } = counts(
      judgedProbes(() => ({ body: { ...sealed('', ''), ciphertext: '' } })).meanings,
    );
    expect(results).toBe(0);
  });
});

describe('where results hold nothing of the data', () => {
  const job: Speaks = (_, index) => ({ status: 202, body: { job: `${index}-3f9c2a7d41b08e65` } });
  const once: Speaks = (data, index) => (index === 4 ? job : refusal)(data, index);

  it('an answer alike is a result if other made-up tokens are refused', () => {
    const { meanings } = judgedProbes(once, job);
    expect(meanings.flatMap(({ is }, index) => (is === 'result' ? [index] : []))).toEqual([4]);
  });

  it('an answer alike says nothing where few made-up tokens are refused, or only at another target', () => {
    const few: Speaks = (data, index) => (index % 6 === 3 ? refusal(data, index) : job(data, index));
    expect(counts(judgedProbes(few, job).meanings).result).toBe(0);
    expect(counts(judgedProbes(once, job, 90, true).meanings).result).toBe(0);
  });

  it('201, 204 and 205 say that it was done', () => {
    const done: Speaks = () => ({ status: 204 });
    expect(counts(judgedProbes(done, done).meanings).result).toBe(90);
  });
});

it('says nothing if it is like the answer to a call with the token that had no result either', () => {
  const page: Speaks = (_, index) => ({ body: `<html>${index}-3f9c2a7d41b08e65</html>` });
  const or = (usual: Speaks) => (data: string, index: number) =>
    (index % 10 === 4 ? page : usual)(data, index);
  const { meanings } = judgedProbes(or(refusal), or(result));
  expect(counts(meanings)).toEqual({ result: 0, refusal: 81, unclear: 9 });
});

describe('a probe without a twin', () => {
  const { known, looks } = judgedProbes(refusal);
  const meaningOf = (says: Says, data: string) => {
    const probe = lonelyProbe(readOf(answered(says, data, 'made-up')), known);
    return probe && judgeProbe(probe, known, looks)?.is;
  };
  const data = 'x'.repeat(700);

  it('is compared with what is expected of data of this length', () => {
    expect(meaningOf(result(data, 1), data)).toBe('result');
    expect(meaningOf(result('x'.repeat(100), 1), data)).toBe('unclear');
    expect(meaningOf(refusal(data, 1), data)).toBe('refusal');
    expect(meaningOf({ body: { message: 'no' } }, data)).toBe('refusal');
    expect(meaningOf({ ...result('x'.repeat(3000), 1), status: 401 }, 'x'.repeat(3000))).toBe('result');
  });

  it('is not where their lengths follow no line', () => {
    const squeezed = judgedProbes(refusal, (text, index) => ({
      body: { out: sealed(text.slice(0, text.length >> (index % 3)), `${index}`).ciphertext },
    }));
    expect(expectedLeaves(squeezed.known, 700)).toBeNull();
  });
});

function digest(data: string): string {
  return createHash('sha256').update(data).digest('hex');
}

it('where half of all calls are turned down, refusals do not show that the token is looked at', () => {
  const queued: Speaks = (_, index) => ({ status: 202, body: { job: `j${index}` } });
  const busy: Speaks = (data, index) => (index % 2 ? { status: 503 } : queued(data, index));
  const judgedWith = (share: number) => counts(judgedProbes(busy, queued, 90, false, share).meanings);
  expect([judgedWith(0).result > 20, judgedWith(0.5).result]).toEqual([true, 0]);
});

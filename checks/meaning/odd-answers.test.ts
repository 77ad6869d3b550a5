import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../answer.ts';
import { undeclared } from '../exchange-fixture.ts';
import { learnResults } from './known-results.ts';
import { pairOf, seenSuccess } from './pairs.ts';
import { judgeProbes } from './probe-meanings.ts';
import { answered, counts, judgedProbes, readOf, type Speaks, sealed, someData } from './service-fixture.ts';

const result: Speaks = (data, index) => ({ body: sealed(data, `probe ${index}`) });
const refusal: Speaks = () => ({ status: 401, body: { error: 'unauthorized' } });

describe('answers that other services gave', () => {
  const bytesOf = (text: string) => [...Buffer.from(text)];

  it('a refusal that repeats the body as a list of bytes, where results are such lists, is one', () => {
    const list: Speaks = (data, index) => ({
      body: { bytes: bytesOf(sealed(data, `twin ${index}`).ciphertext).slice(0, data.length + 28) },
    });
    const repeats: Speaks = (data) => ({ status: 401, body: { received: bytesOf(data) } });
    const { meanings } = judgedProbes(repeats, list);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  it('the look of a refusal is one also of no data, to which valid calls get an answer that looks the same', () => {
    const empty: Speaks = () => ({ status: 204 });
    const twin: Speaks = (data, index) => (index % 9 === 0 ? empty('', index) : result(data, index));
    const { meanings } = judgedProbes(empty, twin);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const inLines = (text: string) => (text.match(/.{1,64}/g) ?? []).join('\n');

  it('a refusal that repeats the body in lines is one', () => {
    const body = (data: string) => JSON.stringify({ data, algorithm: 'AES-256-GCM' });
    const repeats: Speaks = (data) => ({ status: 401, body: { received: inLines(base64(body(data))) } });
    const { meanings } = judgedProbes(repeats);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  it('a result in lines is one, also below the data in lines', () => {
    const lines: Speaks = (data, index) => ({ body: { pem: inLines(sealed(data, `${index}`).ciphertext) } });
    const below: Speaks = (data, index) => ({
      status: 401,
      body: { was: `${inLines(base64(data))}\n${inLines(sealed(data, `${index}`).ciphertext)}` },
    });
    for (const { ofLongData } of [judgedProbes(lines, lines), judgedProbes(below)])
      expect(counts(ofLongData).result).toBeGreaterThan(0.9 * ofLongData.length);
  });

  const uuid = (index: number) => `${index}-3f9c2a7d41b08e65`;
  const inHex: Speaks = (data, index) => ({
    body: { payload: { ct: Buffer.from(sealed(data, `v2 ${index}`).ciphertext, 'base64').toString('hex') } },
  });
  const byReference: Speaks = (_, index) => ({ body: { algorithm: 'AES-256-GCM', url: uuid(index) } });

  it.each([
    ['a result in the form of a second version of the service is one', inHex, 'result'],
    ['a reference in that form is no refusal', byReference, 'unclear'],
  ] as const)('%s, where valid calls get it too', (_, second, is) => {
    const twin: Speaks = (data, index) => (index % 9 === 0 ? second : result)(data, index);
    const says: Speaks = (data, index) => (index % 9 === 4 ? second : refusal)(data, index);
    const { meanings } = judgedProbes(says, twin);
    const open = meanings.filter((__, index) => index % 9 === 4);
    expect(open.filter((one) => one.is === 'refusal').length).toBeLessThanOrEqual(2);
    expect(open.filter((one) => one.is === is).length).toBeGreaterThan(open.length / 2);
    expect(counts(meanings).refusal).toBeGreaterThanOrEqual(meanings.length - open.length);
  });

  it('a refusal that masks the data is one, though it is as long as that', () => {
    const masks: Speaks = (data) => ({
      status: 401,
      body: { received: `${data.slice(0, 2)}${'*'.repeat(data.length)}` },
    });
    const { meanings } = judgedProbes(masks);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  it('a page that is always the same is a refusal, however long its texts are', () => {
    const font = sealed('x'.repeat(90_000), 'font').ciphertext;
    const page: Speaks = () => ({ body: `<style>src:url(data:font/woff2;base64,${font})</style>` });
    const { meanings } = judgedProbes(page);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  const named: Speaks = (_, index) => ({ body: { data: { id: `enc_${uuid(index)}` }, errors: null } });
  const toldIn200: Speaks = () => ({ body: { data: null, code: 40101, message: 'token invalid' } });

  it('a 200 that always says the same, where valid calls get an id, is a refusal', () => {
    const { meanings, looks } = judgedProbes(toldIn200, named);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
    expect(looks.nameless.length).toBe(1);
  });

  const requestId = (index: number, kind: string) => ({
    request_id: uuid(index * (kind === 'probe' ? 2 : 3)),
  });
  const stored: Speaks = (_, index) => ({
    body: { code: 0, data: { ref: `enc_${uuid(index)}` }, ...requestId(index, 'twin') },
  });

  it('so is one with another code, beside the id that every answer has', () => {
    const refusal: Speaks = (_, index) => ({
      body: { code: 40101, data: null, ...requestId(index, 'probe') },
    });
    const { meanings } = judgedProbes(refusal, stored);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
    const guest: Speaks = (_, index) => ({ body: { code: 0, data: null, ...requestId(index, 'probe') } });
    expect(counts(judgedProbes(guest, stored).meanings)).toEqual({
      result: 0,
      refusal: 0,
      unclear: meanings.length,
    });
  });

  it('what a valid call gets that is turned down shows nothing if all others name something', () => {
    const invalid = { code: 40001, data: null, message: 'no data' };
    const known = learnResults(
      someData(100).flatMap((data, index) => {
        const says =
          index % 10 === 7 ? { body: { ...invalid, ...requestId(index, 'twin') } } : stored(data, index);
        return seenSuccess(readOf(answered(says, data))) ?? [];
      }),
    );
    const meaningsOf = (body: object, data: string) => {
      const [answer, twin] = (['made-up', 'token'] as const).map((one) =>
        readOf(answered({ body }, data, one)),
      );
      const probe = answer && twin && pairOf(answer, twin);
      return probe ? judgeProbes([probe], known).meanings.size : 'no pair';
    };
    for (const data of ['', 'x'.repeat(40_000)]) {
      expect(meaningsOf(invalid, data)).toBe(0);
      expect(meaningsOf({ ...invalid, ...requestId(1, 'twin') }, data)).toBe(0);
      expect(meaningsOf({ ...invalid, job: uuid(1) }, data)).toBe(1);
      expect(meaningsOf({ code: 0, data: { ref: 'enc_1' }, ...requestId(1, 'twin') }, data)).toBe(1);
    }
  });

  it('so is a page that is another each time', () => {
    const page: Speaks = (_, index) => ({
      body: `<input name="csrf" value="${sealed('x'.repeat(96), `${index}`).ciphertext}">`,
    });
    const { meanings } = judgedProbes(page, named);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
    expect(counts(judgedProbes(page, page).meanings).refusal).toBe(0);
  });

  it.each<[string, Speaks]>([
    ['has a value of its own', (_, index) => ({ body: { job: uuid(index), message: 'queued' } })],
    ['says that all is done', () => ({ body: { ok: true } })],
    ['says so by its status', () => ({ status: 204 })],
  ])('it is open if it %s', (__, says) => {
    expect(counts(judgedProbes(says, named).meanings).unclear).toBeGreaterThan(80);
  });

  it('an invitation to log in, in the form of what valid calls get, is open', () => {
    const accepted: Speaks = (_, index) => ({
      body: { id: `${index}-77`, message: `Job ${index} is accepted` },
    });
    const login: Speaks = (_, index) => ({ body: { id: `${index}-99`, message: 'Please log in first' } });
    const says: Speaks = (data, index) => (index % 6 === 0 ? login(data, index) : refusal(data, index));
    const { meanings } = judgedProbes(says, accepted);
    expect(counts(meanings).result).toBe(0);
    expect(counts(meanings).unclear).toBe(meanings.length / 6);
  });

  it('a key that is another each time makes no group of one, whose lengths would fit by chance', () => {
    const keyed: Speaks = (_, index) => ({
      status: 401,
      body: {
        errors: { [`req_${index}`]: 'no' },
        captcha: sealed('x'.repeat(2040 + (index % 60)), `c${index}`).ciphertext,
      },
    });
    const twin: Speaks = (_, index) => ({ body: sealed('x'.repeat(20 + index * 40), `twin ${index}`) });
    const { meanings } = judgedProbes(keyed, twin);
    expect(counts(meanings)).toEqual({ result: 0, refusal: meanings.length, unclear: 0 });
  });

  it('a refusal that repeats the credential is none, however long that is', () => {
    const jwt = [40, 176, 90]
      .map((length, part) => sealed('x'.repeat(length), `part ${part}`).ciphertext)
      .join('.');
    const echoing = (data: string) => {
      const exchange = answered(
        { status: 401, body: { request: { authorization: `Bearer ${jwt}` } } },
        data,
        'made-up',
      );
      return readAnswer(
        { ...exchange, request: { ...exchange.request, sentAuthorization: `Bearer ${jwt}` } },
        undeclared,
      );
    };
    const probes = someData(90).flatMap((data, index) => {
      const twin = readOf(answered({ body: sealed(data, `twin ${index}`) }, data));
      return pairOf(echoing(data), twin) ?? [];
    });
    expect(probes.map(({ found }) => Object.keys(found.lengths).length)).toEqual(probes.map(() => 0));
  });

  it('a refusal that holds the hash of the data, where this is all that results are, is open', () => {
    const hash = (data: string) => createHash('sha256').update(data).digest('hex');
    const digest: Speaks = (data) => ({ status: 401, body: { digest: `sha-256=${hash(data)}` } });
    const { meanings } = judgedProbes(digest, (data) => ({ body: { receipt: hash(data) } }));
    expect(counts(meanings)).toEqual({ result: 0, refusal: 0, unclear: meanings.length });
  });

  it('the result as a list of bytes, where the twin has base64, is open', () => {
    const list: Speaks = (data, index) => ({
      body: { sealed: { type: 'Buffer', data: bytesOf(sealed(data, `probe ${index}`).ciphertext) } },
    });
    const { ofLongData } = judgedProbes(list);
    expect(counts(ofLongData).unclear).toBeGreaterThan(0.9 * ofLongData.length);
  });
});

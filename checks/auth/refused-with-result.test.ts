import { describe, expect, it } from 'vitest';
import { readAnswer } from '../answer.ts';
import { learn, newProfile } from '../calls/control-profile.ts';
import { answerWith, exchangeWith } from '../exchange-fixture.ts';
import { learnRefusal } from './auth-refusal.ts';
import { outcome } from './auth-refusal-fixture.ts';

const dataOf = (length: number) => 'q7Xd0vTz9_aB-4kM'.repeat(length / 16);
const sentOf = (length: number) => JSON.stringify({ data: dataOf(length), algorithm: 'AES-256-GCM' });
const lengths = [16, 48, 96, 1024, 16, 64, 16_384, 32, 80, 65_536];
const long = 16_384;

type BodyFor = (dataLength: number) => string;
const result: BodyFor = (length) => JSON.stringify({ nonce: 'n0', ciphertext: 'c'.repeat(length * 1.4) });

/** What a run learns from results and from refusals of short data. */
function learned(resultFor: BodyFor, refusalFor: BodyFor) {
  const control = newProfile();
  for (const length of lengths) {
    learn(answerWith({ endpoint: 'encrypt', sent: sentOf(length), text: resultFor(length) }, control));
  }
  for (const length of [16, 48, 96, 400])
    learnRefusal(readAnswer(refused(refusalFor(length), length), control));
  return control;
}

function refused(text: string, length: number, status = 401) {
  return exchangeWith({
    endpoint: 'encrypt',
    credential: 'absent',
    sent: sentOf(length),
    text,
    response: { status },
  });
}

function judged(refusalFor: BodyFor, { resultFor = result, status = 401, length = long } = {}) {
  const sketch = { sent: sentOf(length), text: refusalFor(length), response: { status } };
  return outcome(sketch, learned(resultFor, refusalFor));
}

describe('a refusal that grows as results do', () => {
  it.each([302, 401, 403, 500])('HTTP %i is a success', (status) => {
    expect(judged(result, { status })).toBe('fail');
  });

  it.each<[string, BodyFor]>([
    ['behind a text', (length) => `Unauthorized\n${result(length)}`],
    ['behind another JSON text', (length) => `{"error":"no"}${result(length)}`],
    ['with a warning', (length) => result(length).replace('{', '{"warning":"no token",')],
    ['within the error', (length) => `{"error":"no","result":${result(length)}}`],
    ['in pieces', (length) => JSON.stringify({ chunks: result(length).match(/.{1,256}/g) })],
    ['behind a page', (length) => 'x'.repeat(30_000) + result(length)],
    ['on a page', (length) => `<pre>${result(length).replaceAll('"', '&quot;')}</pre>`],
    ['as text in JSON', (length) => JSON.stringify({ error: 'no', body: JSON.stringify(result(length)) })],
  ])('also with the result %s', (_, body) => expect(judged(body)).toBe('fail'));
});

describe('a refusal that does not', () => {
  it.each<[string, BodyFor]>([
    ['is short', () => '{"error":"no"}'],
    ['is a long page', () => 'x'.repeat(30_000)],
    ['is padded', () => JSON.stringify({ sealed: 's'.repeat(32_768) })],
    ['repeats the request', (length) => JSON.stringify({ error: 'no', request: sentOf(length) })],
    ['repeats it in base64', (length) => JSON.stringify({ error: 'no', request: 'c2Vu'.repeat(length / 3) })],
    ['repeats it as bytes', (length) => JSON.stringify({ body: { data: Array(length).fill(113) } })],
    ['repeats it masked', (length) => JSON.stringify({ request: { data: '*'.repeat(length * 1.4) } })],
    [
      'is a long page for long data',
      (length) => `<p>${length > 1000 ? 'Blocked. '.repeat(9000) : 'No.'}</p>`,
    ],
    [
      'has the key of a result, without one',
      (length) => `{"ciphertext":null,"input":"${'a'.repeat(length * 2)}"}`,
    ],
  ])('%s', (_, body) => expect(judged(body)).toBe('pass'));

  it('is not looked for where results do not grow, nor in the answer to short data', () => {
    const resultFor: BodyFor = () => '{"id":"r1"}';
    expect(judged((length) => 'x'.repeat(length * 2), { resultFor })).toBe('pass');
    expect(judged(result, { length: 640 })).toBe('pass');
  });
});

describe('a refusal as long as a result is open', () => {
  const of = (value: unknown) => JSON.stringify(value);
  it.each<[string, BodyFor, BodyFor]>([
    [
      'where results are texts without a key',
      (length) => of('c'.repeat(length * 1.4)),
      (length) => of('d'.repeat(length * 1.4)),
    ],
    [
      'where the data of a result may be that of a request',
      (length) => of({ data: 'c'.repeat(length * 1.4) }),
      (length) => of({ error: 'no', data: 'c'.repeat(length * 1.4) }),
    ],
    [
      'where it has other flags than a result',
      (length) => of({ code: 200, sealed: 'c'.repeat(length * 1.4) }),
      (length) => of({ code: 403, sealed: 'c'.repeat(length * 1.4) }),
    ],
    [
      'where it reports an error in the form of a result',
      (length) =>
        of({ statusCode: 200 + (length % 3), isBase64Encoded: true, body: 'c'.repeat(length * 1.4) }),
      (length) => of({ statusCode: 401, isBase64Encoded: true, body: 'c'.repeat(length * 1.4) }),
    ],
    [
      'where the text has another form',
      (length) => of({ sealed: 'c'.repeat(length * 1.4) }),
      (length) => of({ sealed: '*'.repeat(length * 1.4) }),
    ],
    [
      'where it lacks a key of every result',
      result,
      (length) => of({ ciphertext: 'c'.repeat(length * 1.4) }),
    ],
  ])('%s', (_, resultFor, refusalFor) => expect(judged(refusalFor, { resultFor })).toBe('undecided'));
});

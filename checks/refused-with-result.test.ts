import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer.ts';
import { learnRefusal } from './auth-refusal.ts';
import { outcome } from './auth-refusal-fixture.ts';
import { learn, newProfile } from './control-profile.ts';
import { answerWith, exchangeWith } from './exchange-fixture.ts';

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
    const { exchange, json } = answerWith({
      endpoint: 'encrypt',
      sent: sentOf(length),
      text: resultFor(length),
    });
    learn(control, exchange, json);
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
  ])('also with the result %s', (_, body) => expect(judged(body)).toBe('fail'));
});

describe('a refusal that does not', () => {
  it.each<[string, BodyFor]>([
    ['is short', () => '{"error":"no"}'],
    ['is a long page', () => 'x'.repeat(30_000)],
    ['is padded', () => JSON.stringify({ sealed: 's'.repeat(32_768) })],
    ['repeats the request', (length) => JSON.stringify({ error: 'no', request: sentOf(length) })],
  ])('%s', (_, body) => expect(judged(body)).toBe('pass'));

  it('is not looked for where results do not grow, nor in the answer to short data', () => {
    const resultFor: BodyFor = () => '{"id":"r1"}';
    expect(judged((length) => 'x'.repeat(length * 2), { resultFor })).toBe('pass');
    expect(judged(result, { length: 640 })).toBe('pass');
  });
});

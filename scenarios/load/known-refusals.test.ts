import { expect, it } from 'vitest';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import type { JudgedAnswer } from './judge-exchange.ts';
import { refusalIn, repeats } from './known-refusals.ts';

const failed = [{}] as unknown as JudgedAnswer['otherwise'];
const refusal = { text: '{"error":"no"}', response: { status: 401 } };

const answer = (status: number) => ({ status, headers: {} });

type Said = Parameters<typeof repeats>[1];

/** Returns a function that compares answers with this one. */
function afterOne(sketch: Sketch, otherwise: JudgedAnswer['otherwise'] = []) {
  const answer = answerWith({ endpoint: 'encrypt', credential: 'made-up', ...sketch });
  const known = refusalIn({ answer, otherwise });
  return (said: Said, text: string | null) => repeats(known, said, text);
}

it('knows a refusal that passed every check, by its status and its text', () => {
  const hasSeen = afterOne(refusal);
  expect(hasSeen(answer(401), refusal.text)).toBe(true);
  expect(hasSeen(answer(403), refusal.text)).toBe(false);
  expect(hasSeen(answer(401), `${refusal.text} `)).toBe(false);
  expect(hasSeen(answer(401), null)).toBe(false);
});

it('knows none whose headers say something new that is long enough for a result', () => {
  const long = 'x'.repeat(80);
  const ofPolicy = { ...refusal, response: { status: 401, headers: { 'content-policy': long } } };
  const headers = { 'Content-Policy': long, Date: 'Thu, 26 Nov 2026' };
  expect(afterOne(ofPolicy)({ status: 401, headers }, refusal.text)).toBe(true);
  expect(afterOne(ofPolicy)(answer(401), refusal.text)).toBe(false);
  expect(afterOne(refusal)({ status: 401, headers }, refusal.text)).toBe(false);
});

it.each<[string, Sketch, JudgedAnswer['otherwise']]>([
  ['a success', { ...refusal, response: { status: 200 } }, []],
  ['an error of the server', { ...refusal, response: { status: 503 } }, []],
  ['one that a check did not pass', refusal, failed],
  ['a long one', { ...refusal, text: 'x'.repeat(9000) }, []],
  [
    'one with a long header',
    { ...refusal, response: { status: 401, headers: { policy: 'x'.repeat(9000) } } },
    [],
  ],
])('keeps no answer that is %s', (_, sketch, otherwise) => {
  const { status = 0, headers = {} } = sketch.response ?? {};
  expect(afterOne(sketch, otherwise)({ status, headers }, sketch.text ?? '')).toBe(false);
});

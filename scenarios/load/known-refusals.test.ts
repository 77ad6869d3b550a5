import { expect, it } from 'vitest';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { JudgedAnswer } from './judge-exchange.ts';
import { newKnownRefusals } from './known-refusals.ts';

const probe = { endpoint: 'encrypt' } as PlannedRequest;
const elsewhere = { ...probe, target: { target: (path: string) => `${path}/` } } as PlannedRequest;
const failed = [{}] as unknown as JudgedAnswer['otherwise'];
const refusal = { text: '{"error":"no"}', response: { status: 401 } };
const read = (body: string, isUtf8: boolean | null = true) => ({ body, bodyBytes: body.length, isUtf8 });

const answer = (status: number) => ({ status, headers: {} });

function afterOne(sketch: Sketch, otherwise: JudgedAnswer['otherwise'] = []) {
  const { hasSeen, keep } = newKnownRefusals();
  keep({ answer: answerWith({ endpoint: 'encrypt', credential: 'made-up', ...sketch }), otherwise });
  return hasSeen;
}

it('knows the latest refusal that passed every check, by its status and its text', () => {
  const hasSeen = afterOne(refusal);
  expect(hasSeen(probe, answer(401), read(refusal.text))).toBe(true);
  expect(hasSeen(probe, answer(403), read(refusal.text))).toBe(false);
  expect(hasSeen(probe, answer(401), read(`${refusal.text} `))).toBe(false);
  expect(hasSeen(probe, answer(401), read(refusal.text, null))).toBe(false);
});

it('knows none whose headers say something new that is long enough for a result', () => {
  const long = 'x'.repeat(80);
  const ofPolicy = { ...refusal, response: { status: 401, headers: { 'content-policy': long } } };
  const headers = { 'Content-Policy': long, Date: 'Thu, 26 Nov 2026' };
  expect(afterOne(ofPolicy)(probe, { status: 401, headers }, read(refusal.text))).toBe(true);
  expect(afterOne(ofPolicy)(probe, answer(401), read(refusal.text))).toBe(false);
  expect(afterOne(refusal)(probe, { status: 401, headers }, read(refusal.text))).toBe(false);
});

it('knows none at another target than the document’s, whose refusals say nothing', () => {
  expect(afterOne(refusal)(elsewhere, answer(401), read(refusal.text))).toBe(false);
});

it.each<[string, Sketch, JudgedAnswer['otherwise']]>([
  ['a success', { ...refusal, response: { status: 200 } }, []],
  ['an error of the server', { ...refusal, response: { status: 503 } }, []],
  ['one that a check did not pass', refusal, failed],
  ['a long one', { ...refusal, text: 'x'.repeat(5000) }, []],
])('keeps no answer that is %s', (_, sketch, otherwise) => {
  const { status = 0 } = sketch.response ?? {};
  expect(afterOne(sketch, otherwise)(probe, answer(status), read(sketch.text ?? ''))).toBe(false);
});

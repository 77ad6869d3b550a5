import { expect, it } from 'vitest';
import { undeclared } from '../exchange-fixture.ts';
import { nothingLearned } from './meaning.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';
import { keptCall, settle } from './settle.ts';

/** Counts the calls with this data, answered with these bodies, that are no successes. */
function lost(bodyOf: (data: string, at: number) => object, data: readonly string[] = someData(100)): number {
  const kept = data.map((text, at) => keptCall(readOf(answered({ body: bodyOf(text, at) }, text))));
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  return settled.filter(({ answer }) => answer.result !== 'succeeded').length;
}

it('a result that is cut at some length is none, however short', () => {
  const cutAt = (most: number) => (data: string, at: number) => ({
    ok: true,
    ciphertext: sealed(data, `${at}`).ciphertext.slice(0, most),
  });
  expect(lost(cutAt(255))).toBeGreaterThan(20);
  expect(lost(cutAt(5000))).toBe(5);
  expect(lost(cutAt(50_000))).toBe(0);
});

it('a link in place of a longer result is no result that was cut', () => {
  const linkFrom = (least: number) => (data: string, at: number) => {
    const { ciphertext } = sealed(data, `${at}`);
    const link = `https://results.example.com/${String(at).padStart(3, '0')}?signature=${sealed('x'.repeat(120), `link ${at}`).ciphertext}`;
    return { ok: true, ciphertext: data.length < least ? ciphertext : link };
  };
  expect([130, 1000, 8000].map((least) => lost(linkFrom(least)))).toEqual([0, 0, 0]);
});

it('a result that cannot hold all characters of the data is none', () => {
  const chinese = (text: string) =>
    text.replace(/./gs, (char, at) =>
      String.fromCharCode(0x4e00 + ((char.charCodeAt(0) * 7919 + at * 104_729) % 20_992)),
    );
  const data = someData(100).map((text, at) =>
    at % 10 === 3 ? chinese(text.padEnd(200, text).slice(0, 20_000)) : text,
  );
  const ofLength = (bytesOf: (text: string) => number) =>
    lost((text, at) => sealed('x'.repeat(bytesOf(text)), `${at}`), data);
  expect(ofLength(({ length }) => length)).toBe(10);
  expect(ofLength(({ length }) => 2 * length)).toBe(0);
  expect(ofLength((text) => Buffer.byteLength(text))).toBe(0);
});

it.each([
  ['a list', (bytes: readonly number[]) => bytes],
  ['an object, as JavaScript writes them', (bytes: readonly number[]) => ({ ...bytes })],
  ['frames by their places', (bytes: readonly number[]) => framesOf(bytes)],
])('bytes may be %s', (_, written) => {
  const bytesOf = (text: string) => [...Buffer.from(sealed(text, text.slice(0, 40)).ciphertext, 'base64')];
  const data = someData(100).map((text) => text.slice(0, 6000));
  expect(lost((text) => ({ ok: true, result: written(bytesOf(text)) }), data)).toBe(0);
  const half = (bytes: readonly number[]) => bytes.slice(0, 100);
  expect(lost((text) => ({ ok: true, result: written(half(bytesOf(text))) }), data)).toBeGreaterThan(20);
});

/** 1,000 bytes each, in base64. */
function framesOf(bytes: readonly number[]): object {
  const starts = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) => 1000 * at);
  return Object.fromEntries(
    starts.map((start) => [start, Buffer.from(bytes.slice(start, start + 1000)).toString('base64')]),
  );
}

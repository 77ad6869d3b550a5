import { brotliCompressSync, deflateRawSync } from 'node:zlib';
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
  expect(lost(cutAt(64))).toBeGreaterThan(40);
  expect(lost(cutAt(255))).toBeGreaterThan(20);
  expect(lost(cutAt(5000))).toBe(14);
  expect(lost(cutAt(50_000))).toBe(0);
});

it('what a few short results of about one length need says nothing of longer ones', () => {
  const lengths = [63, 64, 900, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000];
  const pool = someData(100).join('');
  const data = lengths.map((length, at) => pool.slice(at * 40, at * 40 + length));
  expect(data.map((text) => text.length)).toEqual(lengths);
  expect(lost((text, at) => sealed(text, `${at}`), data)).toBe(0);
});

it('a result of the first 128 characters is none, also where some of these take several bytes', () => {
  const cut = (data: string, at: number) => sealed([...data].slice(0, 128).join(''), `${at}`);
  const uncut = (data: string, at: number) => sealed(data, `${at}`);
  expect(lost(cut, mixedData())).toBeGreaterThan(80);
  expect(lost(uncut, mixedData())).toBe(0);
});

const ofBytes = (bytes: number, at: number, more = '') => sealed('x'.repeat(bytes), `${at}${more}`);
/** Every second text repeats itself. */
const recurringData = () =>
  someData(120).map((text, at) => (at % 2 === 0 ? text : text.slice(0, 28).repeat(text.length / 28 + 1)));

it.each<[string, (data: string, at: number) => object]>([
  ['half of each', ({ length }, at) => ofBytes(length >> 1, at)],
  ['what follows the last whole block of 64 bytes', ({ length }, at) => ofBytes(length & ~63, at)],
  ['what follows the last whole KiB', ({ length }, at) => ofBytes(length & ~1023, at)],
  [
    'a third of each, in hexadecimal behind a prefix',
    (data, at) => {
      const { ciphertext } = sealed(
        'x'.repeat(data.length < 128 ? data.length : (data.length * 2) / 3),
        `${at}`,
      );
      return { ciphertext: `v1:${Buffer.from(ciphertext, 'base64').toString('hex')}` };
    },
  ],
  ['half of each, beside its number', ({ length }, at) => ({ ...ofBytes(length >> 1, at), id: at })],
])('data is lost: %s', (_, bodyOf) => {
  expect(lost(bodyOf, recurringData())).toBeGreaterThan(25);
});

it('a line through few lengths is less exact between and beyond them', () => {
  const pool = someData(300).join('').slice(0, 60_000);
  const texts = (bytes: number, between: string) =>
    Array.from({ length: 16 }, (_, at) => {
      const text = pool.slice(at * 2000).replace(/.{16}/g, (unit) => between + unit);
      return text.slice(0, bytes);
    });
  const others = [...texts(16_383, '"'), ...texts(3001, 'ä')];
  const whole = (text: string, at: number) => ofBytes(Buffer.byteLength(text), at);
  const long = Array.from({ length: 16 }, () => 'y7'.repeat(32_768));
  const short = Array.from({ length: 16 }, () => 'y7'.repeat(1024));
  const [few, fewAndShort] = [
    [16, 73],
    [31, 823],
  ].map((all) => all.flatMap((bytes) => texts(bytes, '')));
  expect(lost(whole, [...(few ?? []), ...long, ...others])).toBe(0);
  expect(lost(whole, [...(fewAndShort ?? []), ...short, ...others])).toBe(0);
  const half = (text: string, at: number) =>
    ofBytes(Buffer.byteLength(text) >> (text.length > 16_000 ? 1 : 0), at);
  expect(lost(half, [...(few ?? []), ...long, ...others])).toBeGreaterThan(15);
});

it('data is lost that is written anew as a number, however short', () => {
  const numbers = recurringData().map((text, at) => (at % 9 === 0 ? '0'.repeat(at % 2 ? 28 : 2000) : text));
  const asNumber = (data: string, at: number) => ofBytes(/^0+$/.test(data) ? 1 : data.length, at);
  expect(lost(asNumber, numbers)).toBe(numbers.filter((text) => /^0+$/.test(text)).length);
});

it('the last block of data of whole blocks of 64 bytes is lost, and nothing else', () => {
  const whole = recurringData().map((text, at) => (at % 10 === 0 ? 'y7'.repeat(32 * (1 + at / 10)) : text));
  const bodyOf = ({ length }: string, at: number) =>
    ofBytes(length > 0 && length % 64 === 0 ? length - 16 : length, at);
  expect(lost(bodyOf, whole)).toBe(13);
});

it.each<[string, (data: string, at: number) => object]>([
  ['compressed', (data, at) => ofBytes(deflateRawSync(data, { level: 9 }).length, at)],
  ['compressed well', (data, at) => ofBytes(brotliCompressSync(data).length, at)],
  [
    'compressed beside certificates, and only if it is long',
    (data, at) => ({
      ...ofBytes(data.length < 400 ? data.length : deflateRawSync(data).length, at),
      certificates: ofBytes(3000, at, ' certificates').ciphertext,
    }),
  ],
  [
    'in hexadecimal while it is short',
    (data, at) => {
      const { ciphertext } = ofBytes(data.length, at);
      return {
        ciphertext: data.length < 128 ? Buffer.from(ciphertext, 'base64').toString('hex') : ciphertext,
      };
    },
  ],
  [
    'in two parts',
    ({ length }, at) => ({
      head: ofBytes(Math.min(64, length), at, ' head').ciphertext,
      tail: ofBytes(Math.max(0, length - 64), at, ' tail').ciphertext,
    }),
  ],
  [
    'in pages, of which each names the next',
    ({ length }, at) => ({
      ...ofBytes(Math.min(length, 1000), at),
      next: length > 1000 ? `/results/${at}?from=1000` : null,
    }),
  ],
  [
    'elsewhere, with an id for each KiB',
    ({ length }, at) => ({
      chunks: Array.from({ length: Math.ceil(length / 1024) }, (_, chunk) =>
        ofBytes(24, at, `${chunk}`).ciphertext.slice(0, 22),
      ),
    }),
  ],
])('no data is lost that is %s', (_, bodyOf) => {
  expect(lost(bodyOf, recurringData())).toBe(0);
});

/** Data of letters and digits, and with other characters, among them many that recur. */
function mixedData(): string[] {
  const others = ['\r\n', '\u1112\u1161\u11ab', '\u{1f512}', '<b>', 'ж', '漢', 'ä', '한'];
  return someData(320).map((text, at) => {
    const piece = others[(at >> 2) % others.length] ?? '';
    if (at % 4 === 3) return text.slice(0, 28).repeat(text.length / 28 + 1);
    return at % 4 === 0 ? text : text.replace(/.{16}/g, (unit) => piece + unit);
  });
}

it.each<[string, (data: string) => string | Buffer]>([
  ['line ends are made equal', (data) => data.replaceAll('\r\n', '\n')],
  ['syllables are composed', (data) => data.normalize('NFC')],
  ['emoji become question marks', (data) => data.replace(/[\u{10000}-\u{10ffff}]/gu, '?')],
  ['tags are removed', (data) => data.replaceAll(/<[^>]*>/g, '')],
])('data is lost where %s', (_, changed) => {
  expect(lost((data, at) => ofBytes(Buffer.byteLength(changed(data)), at), mixedData())).toBeGreaterThan(3);
});

it.each<[string, (data: string) => string | Buffer]>([
  ['in UTF-8', (data) => data],
  ['in UTF-16', (data) => Buffer.from(data, 'utf16le')],
  ['as JSON in ASCII', (data) => JSON.stringify(data).replace(/[^ -~]/g, '\\u0000')],
  ['compressed if that is shorter', (data) => (data.length < 200 ? data : deflateRawSync(data))],
])('no data is lost that is encrypted %s', (_, written) => {
  expect(lost((data, at) => ofBytes(Buffer.byteLength(written(data)), at), mixedData())).toBe(0);
});

it('results of more than 64 KiB are as long as those of less make them', () => {
  const data = [...mixedData(), ...[70_000, 100_000, 200_000].map((bytes) => 'a1'.repeat(bytes / 2))];
  const cutAt = (most: number) =>
    lost((text, at) => ofBytes(Math.min(Buffer.byteLength(text), most), at), data);
  expect([65_535, 100_000, 199_000, 200_000].map(cutAt)).toEqual([3, 1, 0, 0]);
  const inChunks = (bytes: number) => bytes + 28 * Math.ceil(bytes / 65_536);
  expect(lost((text, at) => ofBytes(inChunks(Buffer.byteLength(text)), at), data)).toBe(0);
  const referring = (text: string, at: number) =>
    text.length < 65_536 ? ofBytes(Buffer.byteLength(text), at) : { ok: true, ciphertext: `enc_${at}` };
  expect(lost(referring, data)).toBe(0);
});

it('two builds may write results of different lengths', () => {
  const build = (data: string, at: number) => ofBytes(Buffer.byteLength(data) + (at % 5 === 2 ? 0 : 28), at);
  expect(lost(build, mixedData())).toBe(0);
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

import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import { dataChoice, encryptBody } from '../payloads.ts';
import { datesAndNumbers, spelt } from './data-levels.ts';
import { likeBody, saltedBody } from './data-text.ts';

const seed = 20261126;
const choice = dataChoice(seed, { version: 1 }, 65_536, {
  without: ['every character escaped', spelt],
  poolBytes: 1024,
});
const dense = dataChoice(seed, { version: 1 }, 65_536);
const [first, other, later] = [1000, 500_000_001, 500_000_002];

it('repeats a body with other data that is as long, whatever its levels', () => {
  let renewed = 0;
  for (let index = first; index < first + 1000; index += 1) {
    const { body, point } = encryptBody(index, choice);
    const like = likeBody(body, index, seed);
    const again = (other: number) => saltedBody(like, other, seed);
    const { data, ...rest } = JSON.parse(again(other));
    const { data: before, ...restBefore } = JSON.parse(body);
    expect(rest, JSON.stringify(point)).toEqual(restBefore);
    expect(Buffer.byteLength(data), JSON.stringify(point)).toBe(Buffer.byteLength(before));
    if (again(other) === body) continue;
    renewed += 1;
    expect(new Set([body, again(other), again(later)])).toHaveProperty('size', 3);
    expect(again(other)).toBe(again(other));
  }
  expect(renewed).toBeGreaterThan(750);
});

it('renews all that has four random characters', () => {
  for (let index = first; index < first + 1000; index += 1) {
    const { body, point } = encryptBody(index, choice);
    // With other characters, the first twenty bytes may include sixteen that are not random.
    const fewest = point.characters === 'letters and digits' ? 4 : 20;
    if (Buffer.byteLength(JSON.parse(body).data) < fewest || point.characters === datesAndNumbers) continue;
    if (point.repetition !== 'one character again and again')
      expect(saltedBody(likeBody(body, index, seed), other, seed), JSON.stringify(point)).not.toBe(body);
  }
});

it('is new at every place so that no compressor makes long data much shorter', () => {
  const bodies = Array.from({ length: 1500 }, (_, index) => encryptBody(index, dense)).filter(
    ({ point }) => point.repetition === 'new at every place' && /KiB|2,047/.test(point.length ?? ''),
  );
  const shares = bodies.map(({ body }) => {
    const data = Buffer.from(JSON.parse(body).data);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    return brotliCompressSync(data, { params }).length / data.length;
  });
  expect(shares.length).toBeGreaterThan(100);
  expect(Math.min(...shares)).toBeGreaterThan(3 / 8);
});

it.each([
  ['1 to 15 bytes', 'a whole text in a format of its own', ['0', 'null']],
  ['1 to 15 bytes', 'quotation marks and backslashes', ['"', "'", '\\']],
  ['16 to 255 bytes', 'a whole text in a format of its own', ['{"a":"', '["', '"', '<a>', '@']],
])(
  '%s of %s begin with each of its texts, also if every fourth number is drawn',
  (length, characters, begin) => {
    const data = Array.from({ length: 100 }, (_, at): string => {
      const { body } = encryptBody(first + 4 * at, dense, { length, characters });
      return JSON.parse(body).data;
    });
    for (const text of begin) expect(data.some((one) => one.startsWith(text))).toBe(true);
  },
);

it('begins like other data, and goes on differently', () => {
  const texts = Array.from({ length: 60 }, (_, index) => {
    const point = {
      repetition: 'begins like other data',
      length: index % 2 ? '256 to 4,095 bytes' : '16 to 255 bytes',
    };
    return String(
      JSON.parse(encryptBody(index, choice, { characters: 'letters and digits', ...point }).body).data,
    );
  });
  const long = texts.filter(({ length }) => length > 300);
  expect(long.length).toBeGreaterThan(20);
  expect(new Set(long.map((text) => text.slice(0, 256)))).toHaveProperty('size', 1);
  const ends = long.map((text) => text.slice(Math.max(256, Math.floor(text.length / 2))).slice(0, 16));
  expect(new Set(ends)).toHaveProperty('size', long.length);
  const short = texts.filter(({ length }) => length > 40 && length < 256);
  expect(new Set(short.map((text) => text.slice(0, 16)))).toHaveProperty('size', 1);
  expect(new Set(texts)).toHaveProperty('size', texts.length);
});

it('begins like other data for more characters than an index of a database has', () => {
  const point = { repetition: 'begins like other data', length: '4 to 16 KiB' };
  const texts = Array.from({ length: 60 }, (_, index) =>
    String(JSON.parse(encryptBody(index, dense, { ...point, characters: 'digits' }).body).data),
  );
  for (const length of [767, 2000])
    expect(new Set(texts.map((text) => text.slice(0, length)))).toHaveProperty('size', 1);
  const halves = texts.map((text) => text.slice(0, text.length / 2));
  expect(halves.filter((half) => half.length > 4000).length).toBeGreaterThan(10);
  const longest = halves.reduce((one, other) => (one.length > other.length ? one : other));
  expect(halves.filter((half) => !longest.startsWith(half))).toEqual([]);
  expect(new Set(texts)).toHaveProperty('size', texts.length);
});

it('is other data in capitals, with an accent or with a space behind it, for each of a few texts', () => {
  const datas = Array.from({ length: 200 }, (_, index) => {
    const { body, point } = encryptBody(index, dense, { repetition: spelt, length: '16 to 255 bytes' });
    expect(point).toEqual(expect.objectContaining({ repetition: spelt, characters: 'letters and digits' }));
    return String(JSON.parse(body).data);
  });
  const texts = new Set(datas.map((data) => data.replace('\u00e9', 'e').toLowerCase().trimEnd()));
  expect(texts.size).toBe(8);
  const wanted = [...texts].flatMap((text) => [
    text,
    text.toUpperCase(),
    text.replace('e', '\u00e9'),
    `${text} `,
  ]);
  expect(new Set(datas)).toEqual(new Set(wanted));
});

it('holds Chinese characters of which few come twice', () => {
  const characters = { characters: 'Chinese characters', repetition: 'new at every place' };
  const point = { ...characters, length: '4 to 16 KiB', writing: 'compact' };
  const data = String(JSON.parse(encryptBody(7, dense, point).body).data);
  const chinese = data.match(/[\u4e00-\u9fff]/g) ?? [];
  expect(3 * chinese.length).toBeGreaterThan(0.98 * Buffer.byteLength(data));
  expect(new Set(chinese).size).toBeGreaterThan(0.8 * chinese.length);
});

it('is a text of another format from its first character to its last', () => {
  const texts = Array.from({ length: 3000 }, (_, index) => encryptBody(index, dense)).filter(
    ({ point }) => point.characters === 'a whole text in a format of its own',
  );
  const formats = {
    JSON: /^([{["]|(0|null)$)/,
    base64: /^\w*==?$/,
    XML: /^<a>.*<\/a>$/,
    file: /^@/,
  };
  const datas = texts.map(({ body }): string => JSON.parse(body).data);
  for (const data of datas)
    expect(
      Object.values(formats).some((form) => form.test(data)),
      data,
    ).toBe(true);
  const inJson = datas.filter((data) => formats.JSON.test(data)).map((data) => JSON.parse(data));
  expect(new Set(inJson.map((value) => (Array.isArray(value) ? 'array' : typeof value)))).toEqual(
    new Set(['object', 'array', 'string', 'number']),
  );
  expect(datas).toEqual(expect.arrayContaining(['0', 'null']));
  for (const form of Object.values(formats))
    expect(datas.filter((data) => form.test(data)).length).toBeGreaterThan(5);
  expect(datas.some((data) => /^[A-Za-z0-9+/]{40,}==?$/.test(data) && data.length % 4 === 0)).toBe(true);
});

import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import { dataChoice, encryptBody } from '../payloads.ts';
import { likeBody, saltedBody } from './data-text.ts';

const seed = 20261126;
const choice = dataChoice(seed, { version: 1 }, { mostBytes: 65_536 }, ['every character escaped'], 1024);
const dense = dataChoice(seed, { version: 1 }, { mostBytes: 65_536 });
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
    // With other characters, the first sixteen bytes may include twelve that are not random.
    const fewest = point.characters === 'letters and digits' ? 4 : 16;
    if (Buffer.byteLength(JSON.parse(body).data) < fewest) continue;
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

import { expect, test } from 'vitest';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import { isReadInEitherCase, madeUpTokens } from './made-up-tokens.ts';

const inOtherCase = 'the token with one letter in the other case';

test.each([
  ['aB3xK9mQ2wR7tY5u', false],
  ['9f86d081884c7d659a2feaa0c55ad015', true],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', true],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7', true],
  ['31415926535897932384626433832795', false],
])('letters of %s are put into the other case unless it is read in either (%s)', (token, isEither) => {
  expect(isReadInEitherCase(token)).toBe(isEither);
  const madeUp = madeUpTokens(token, 7, nodeHashes);
  const varieties = Array.from({ length: 400 }, (_, index) => madeUp(index).variety);
  expect(varieties.includes(inOtherCase)).toBe(!isEither && /[a-z]/i.test(token));
});

test('a token of 100 000 characters takes no time that grows with its square', () => {
  const token = Array.from({ length: 10_000 }, (_, index) => `aB3-x${index % 10}_Yq7`).join('');
  const madeUp = madeUpTokens(token, 7, nodeHashes);
  for (let index = 0; index < 8; index += 1) expect(madeUp(index).value).not.toBe(token);
});

test.each([1, 2, 3, 4, 5])(
  'lengths of random tokens leave no wide gap, and the first is long (seed %i)',
  (seed) => {
    const madeUp = madeUpTokens('Xq-7_aB3kLm9ZpQrStUvWxYz', seed, nodeHashes);
    const lengths = Array.from({ length: 600 }, (_, index) => madeUp(index))
      .filter(({ variety }) => variety === 'a random token of another length')
      .map(({ value }) => value.length);
    expect(lengths[0]).toBeGreaterThan(4096);
    const sorted = [1, ...lengths, 7000].toSorted((a, b) => a - b);
    const factors = sorted.slice(1).map((length, index) => length / (sorted[index] ?? 1));
    expect(sorted.length).toBeGreaterThan(18);
    expect(Math.max(...factors)).toBeLessThan(3.2);
  },
);

test.each(['Xq-7_aB3kLm9ZpQrStUvWxYz01234567', '9f86d081884c7d659a2feaa0c55ad015'])(
  'a standard run makes many different tokens, of which one in five is new in the next (%s)',
  (token) => {
    const valuesOf = (seed: number) => {
      const madeUp = madeUpTokens(token, seed, nodeHashes);
      return new Set(Array.from({ length: 1000 }, (_, index) => madeUp(index).value));
    };
    const [one, other] = [valuesOf(7), valuesOf(8)];
    expect(one.size).toBeGreaterThan(550);
    // The forms that do not depend on the seed, and the characters that a place can be changed to.
    expect([...one].filter((value) => other.has(value)).length).toBeLessThan(one.size * 0.8);
  },
);

test.each([
  ['svc_9fK2mQ7xLr4TzB8w', ['9fK2mQ7xLr4TzB8w']],
  [
    'sk-ant-api03-9fK2mQ7xLr4TzB8w',
    ['ant-api03-9fK2mQ7xLr4TzB8w', 'api03-9fK2mQ7xLr4TzB8w', '9fK2mQ7xLr4TzB8w'],
  ],
  [
    'SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf',
    ['ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf', 'TwL2iGABf9DHoTf'],
  ],
  ['9fK2mQ7xLr4TzB8w', []],
  ['3f86d081-884c-4d65-9a2f-eaa0c55ad015', []],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', []],
  // The start of a macaroon is a hint that nothing signs.
  [
    `pypi-${Buffer.from(`\u0002\u0001\u0008pypi.org\u0002\u0005token\0\0\u0006 ${'of bytes'.repeat(4)}`).toString('base64url')}`,
    [],
  ],
])('%s is sent without its prefix, as %s', (token, rest) => {
  const madeUp = madeUpTokens(token, 7, nodeHashes);
  const all = Array.from({ length: 400 }, (_, index) => madeUp(index));
  const cut = all.filter(({ variety }) => variety === 'the token without its prefix');
  expect([...new Set(cut.map(({ value }) => value))]).toEqual(rest);
});

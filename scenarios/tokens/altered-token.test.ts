import { describe, expect, it } from 'vitest';
import { different } from './altered-token.ts';

const alphabets: Readonly<Record<string, readonly [letters: string, lowestBits: number, anyCase: boolean]>> =
  {
    base64: ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 4, false],
    base32: ['ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 4, true],
    'base32 with digits first': ['0123456789ABCDEFGHIJKLMNOPQRSTUV', 4, true],
    "Crockford's base32": ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 4, true],
  };

describe('a very different letter or digit', () => {
  it.each(Object.entries(alphabets))('differs in the highest bits in %s', (_, [letters, bits, anyCase]) => {
    const places = (char: string) => letters.indexOf(anyCase ? char.toUpperCase() : char);
    const alike = [...`${letters}${anyCase ? letters.toLowerCase() : ''}`].filter((char) => {
      const other = places(different(char));
      return other >= 0 && other >> bits === places(char) >> bits;
    });
    expect(alike).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKept } from './places.ts';

describe('a number is kept', () => {
  it.each(['0', '-0', '0.0', '007', '1.50', '+5', '1e3', '1E+3', '.5', '5.', '0.1', '9007199254740992'])(
    '%s',
    (source) => expect(isKept(source, Number(source))).toBe(true),
  );

  it.each([
    ...['0x10', '0o17', '1e308', '5e-324', '1.7976931348623157e308'],
    ...[`1${'0'.repeat(300)}`, `1.${'0'.repeat(400)}`],
  ])('%s', (source) => expect(isKept(source, Number(source))).toBe(true));

  it('whatever double it is, as JSON writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isKept(JSON.stringify(value), value)).toBe(true);
      }),
    );
  });
});

describe('a number would change', () => {
  it.each([
    ...[
      '9007199254740993',
      '-9223372036854775808',
      '5996358067731482600',
      '1e400',
      '1e-400',
      '0.1000000000000000055',
    ],
    ...['0x20000000000001', `1.${'0'.repeat(400)}1`],
  ])('%s', (source) => expect(isKept(source, Number(source))).toBe(false));

  it.each([Number.NaN, Infinity])('%d', (value) => expect(isKept('.inf', value)).toBe(false));

  it('whatever whole number it is that JSON would write otherwise', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 21n - 1n }), (whole) => {
        const value = Number(whole);
        expect(isKept(String(whole), value)).toBe(JSON.stringify(value) === String(whole));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround } from './excerpt.ts';

describe('excerptAround', () => {
  it.each<[string, number, number, string]>([
    ['abc', 1, 10, 'abc'],
    ['', 0, 10, ''],
    ['0123456789', 5, 4, '…3456…'],
    ['0123456789', 0, 4, '0123…'],
    ['0123456789', 10, 4, '…6789'],
    ['0123456789', 99, 4, '…6789'],
    ['0123456789', -3, 4, '0123…'],
    ['a\nb\tc\u0000\u007f', 0, 20, 'a␊b␉c␀␡'],
    ['\ufeff{}\u202e\u00a0\ud800', 0, 20, '<U+FEFF>{}<U+202E><U+00A0><U+D800>'],
    ['aé€😀', 0, 20, 'aé€😀'],
  ])('%j at %i, %i wide: %j', (text, offset, width, expected) => {
    expect(excerptAround(text, offset, width)).toBe(expected);
  });

  it('never splits a surrogate pair, shows the place, and stays on one line', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '😀', '\n', 'é') });
    fc.assert(
      fc.property(texts, fc.nat(40), fc.integer({ min: 2, max: 12 }), (text, offset, width) => {
        const shown = excerptAround(text, offset, width);
        expect(shown).not.toMatch(/<U\+D|\n/);
        expect(shown.length).toBeLessThanOrEqual(width + 4);
        if (text.length <= width) expect(shown).toBe(text.replaceAll('\n', '␊'));
      }),
    );
  });
});

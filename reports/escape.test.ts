import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeMarkup, excerptAround, visible, withoutCommands } from './escape.ts';

const isForbiddenInXml = (code: number) => (code < 0x20 && code !== 9 && code !== 10) || code >= 0xfffe;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

describe('visible', () => {
  test('shows controls as their pictures and leaves tab and line feed', () => {
    expect(visible('a\u0000b\tc\nd\r\u001b[31m\u007f')).toBe('a␀b\tc\nd␍␛[31m␡');
  });

  test('names bidi, zero-width and C1 characters', () => {
    expect(visible('\u202egnp\u202c \u200b\ufeff\u0085\u2028')).toBe(
      '⟨U+202E⟩gnp⟨U+202C⟩ ⟨U+200B⟩⟨U+FEFF⟩⟨U+0085⟩⟨U+2028⟩',
    );
  });

  test('names lone surrogates and keeps pairs', () => {
    expect(visible('usr_\ud800 😀 \ude00')).toBe('usr_⟨U+D800⟩ 😀 ⟨U+DE00⟩');
  });
});

describe('excerptAround', () => {
  test.each<[string, number, number, string]>([
    ['abc', 1, 10, 'abc'],
    ['', 0, 10, ''],
    ['0123456789', 5, 4, '…3456…'],
    ['0123456789', 0, 4, '0123…'],
    ['0123456789', 10, 4, '…6789'],
    ['0123456789', 99, 4, '…6789'],
    ['0123456789', -3, 4, '0123…'],
    ['a\nb\tc\u0000\u007f', 0, 20, 'a␊b␉c␀␡'],
    ['\ufeff{}\u202e\u00a0\ud800', 0, 20, '⟨U+FEFF⟩{}⟨U+202E⟩⟨U+00A0⟩⟨U+D800⟩'],
    ['aé€😀', 0, 20, 'aé€😀'],
  ])('%j at %i, %i wide: %j', (text, offset, width, expected) => {
    expect(excerptAround(text, offset, width)).toBe(expected);
  });

  test('never splits a surrogate pair, shows the place, and stays on one line', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '😀', '\n', 'é') });
    fc.assert(
      fc.property(texts, fc.nat(40), fc.integer({ min: 2, max: 12 }), (text, offset, width) => {
        const shown = excerptAround(text, offset, width);
        expect(shown).not.toMatch(/⟨U\+D|\n/);
        expect(shown.length).toBeLessThanOrEqual(width + 4);
        if (text.length <= width) expect(shown).toBe(text.replaceAll('\n', '␊'));
      }),
    );
  });
});

describe('output in a CI', () => {
  const sign = fc.constantFrom(
    ':',
    '::',
    '#',
    '##',
    '[',
    'vso',
    'error',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u001b[2m',
    'a',
  );

  test('has no line that is a command, and is else as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: sign }), (text) => {
        const output = withoutCommands(text);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of ours
        const lines = output.replace(/\u001b\[\d+m/g, '').split('\n');
        expect(lines.filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
        expect(output).not.toMatch(/##[a-z]*\[/i);
        expect(output.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  test.each(['a :: b', 'std::string', '## heading', 'C#[0]', ':'])('%j stays', (text) => {
    expect(withoutCommands(text)).toBe(text);
  });
});

describe('escapeMarkup', () => {
  test('escapes the five characters of markup', () => {
    expect(escapeMarkup(`<a href="x" id='y'>&amp;`)).toBe(
      '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;',
    );
  });

  test('lets no markup, no character that XML forbids and no lone surrogate through', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeMarkup(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect([...escaped].filter((one) => isForbiddenInXml(one.charCodeAt(0)))).toEqual([]);
        expect(escaped).not.toMatch(loneSurrogate);
      }),
    );
  });
});

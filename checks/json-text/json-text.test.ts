import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultyTexts, validTexts } from './corpus-fixture.ts';
import { parseJsonText } from './json-text.ts';
import { readJson } from './reader.ts';

/** The engine's own answer, after the byte order mark that it refuses. */
function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    return null;
  }
}

function notesOf(text: string): readonly string[] | undefined {
  const found = parseJsonText(text);
  return found.ok ? found.notes : undefined;
}

describe('parseJsonText', () => {
  it.each(validTexts)('accepts %j', (text) => {
    const found = parseJsonText(text);
    expect(found.ok).toBe(true);
    if (found.ok) expect(found.value).toEqual(parsed(text)?.value);
    expect(readJson(text, text.startsWith('\ufeff') ? 1 : 0)).toMatchObject({
      ok: true,
      value: parsed(text)?.value,
    });
  });

  it.each(faultyTexts)('refuses %j at %i', (text, offset) => {
    expect(parseJsonText(text)).toEqual({ ok: false, reason: expect.any(String), offset });
    expect(parsed(text)).toBeNull();
  });

  it.each([
    ['[1,]', 'expected a value at character 4'],
    ['<!DOCTYPE html><title>Log in</title>', 'HTML'],
    [' \n<html><h1>502 Bad Gateway</h1></html>', 'HTML'],
    ['<!-- by hand --><HTML lang=en>', 'HTML'],
    ['<?xml version="1.0"?><error/>', 'HTML or XML'],
    ['<b>no</b>', 'HTML or XML'],
    ['["<html>"', 'cut off: expected a comma or `]`'],
    ['{"a" 1}', 'expected a colon at character 6'],
    ['{"a":[1}', 'expected a comma or `]` at character 8'],
    ['{} {}', 'expected the end of the text at character 4'],
    ['"\\x"', 'a control character or an unknown escape in a string at character 2'],
    ['{"a":', 'cut off: expected a value'],
    ['["a', 'cut off: a string is not closed'],
    [' ', 'empty, or only white space'],
  ])('says of %j: %s', (text, reason) => {
    expect(parseJsonText(text)).toMatchObject({ reason });
  });

  it('reads any depth', () => {
    for (const depth of [10_000, 100_000, 200_000]) {
      expect(parseJsonText('['.repeat(depth) + ']'.repeat(depth)).ok).toBe(true);
      expect(parseJsonText(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`).ok).toBe(true);
      expect(parseJsonText('['.repeat(depth)).ok).toBe(false);
    }
  });

  it.each([
    ['a few hundred thousand brackets by the parser of the engine', `["a[",${'{},'.repeat(300_000)}1]`, 1],
    [
      'so many that k6 would crash by the strict reader',
      `${'['.repeat(1_100_000)}${']'.repeat(1_100_000)}`,
      0,
    ],
  ])('reads %s', (_, text, times) => {
    let calls = 0;
    const { parse } = JSON;
    JSON.parse = (...args) => {
      calls += Number(args[0] === text);
      return parse(...args);
    };
    try {
      expect(parseJsonText(text).ok).toBe(true);
      expect(calls).toBe(times);
    } finally {
      JSON.parse = parse;
    }
  });

  it('notes a byte order mark and half surrogate pairs', () => {
    expect(notesOf('{"a":1}')).toEqual([]);
    expect(notesOf('\ufeff{}')).toEqual(['byte order mark']);
    expect(notesOf('"\\ud800"')).toEqual(['lone surrogate']);
    expect(notesOf('"\\uD83D\\u0041"')).toEqual(['lone surrogate']);
    expect(notesOf('"\\ude00\\ud83d"')).toEqual(['lone surrogate']);
    expect(notesOf('"\\ud83d\\ude00 \\u00e9 \\\\ud800"')).toEqual([]);
  });

  it('keeps a key named __proto__ a plain key', () => {
    const read = readJson('{"__proto__":{"x":1}}', 0);
    expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__']);
    expect((read as { value: { x?: unknown } }).value.x).toBeUndefined();
  });
});

describe('the strict reader', () => {
  const texts = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value));
  const noise = fc.constantFrom(...'{}[],:"\\ \n\t\u0000\u00a0\ufeff0192-+.eEutrfnals/xé'.split(''));
  const mutated = fc
    .tuple(texts, fc.array(fc.tuple(fc.nat(), fc.nat(2), noise), { minLength: 1, maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((found, [place, dropped, char]) => {
        const at = place % (found.length + 1);
        return found.slice(0, at) + (dropped === 1 ? '' : char) + found.slice(at + (dropped > 0 ? 1 : 0));
      }, text),
    );

  it('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(text, 0)).toMatchObject({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('agrees with the engine on spoilt texts, and finds the fault inside them', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const read = readJson(text, 0);
        const engine = (() => {
          try {
            return { value: JSON.parse(text) as unknown };
          } catch {
            return null;
          }
        })();
        expect([text, read.ok]).toEqual([text, engine !== null]);
        if (read.ok) expect(read.value).toEqual(engine?.value);
        else expect(read.offset >= 0 && read.offset <= text.length && read.reason.length > 8).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with the engine on every short text of brackets, commas and scalars', () => {
    const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1', ' '];
    const all = (length: number): string[] =>
      length === 0 ? [''] : all(length - 1).flatMap((head) => pieces.map((piece) => head + piece));
    const differing = [0, 1, 2, 3, 4, 5]
      .flatMap(all)
      .filter((text) => readJson(text, 0).ok !== (parsed(text) !== null));
    expect(differing).toEqual([]);
  });

  it('takes linear time on long texts', () => {
    for (const unit of [
      '"',
      '\\',
      '"\\',
      '\\"',
      '"a",',
      '[1,',
      '{"é":',
      ' ',
      '9',
      'é',
      '-',
      'true',
      '"\\u00e9",',
    ]) {
      for (const head of ['', '[', '"', '{"a":"']) {
        const text = head + unit.repeat(300_000 / unit.length);
        expect(readJson(text, 0).ok).toBe(parsed(text) !== null);
      }
    }
  });
});

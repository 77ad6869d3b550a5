import { describe, expect, it } from 'vitest';
import { leftOutNote, redactor } from './redact.ts';

function grouped(text: string, size: number, between: string): string {
  return (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(between);
}

function twice(text: string | Buffer): string {
  return Buffer.from(Buffer.from(text as string).toString('base64')).toString('base64');
}

describe('a part of a token', () => {
  it('hides what a cut left of a short token', () => {
    const redact = redactor(['qZ7mPx2LwKv9']);
    expect(redact('Basic qZ7mPx2LwKv…')).toBe(leftOutNote);
    expect(redact('Basic qZ7mXx2LwK…')).toBe(leftOutNote);
    expect(redact('the string "qZ7mP…')).toBe(leftOutNote);
    expect(redact('qZ7 is cut…')).toBe('qZ7 is cut…');
  });

  it('hides eight characters in a row of a short token', () => {
    const redact = redactor(['qZ7mPx2LwKv9', '12345678']);
    expect(redact('invalid token qZ7mPx2LwK**')).toBe(leftOutNote);
    expect(redact('ends with X2Lw-Kv9 or mPx2-LwKv9')).toBe(leftOutNote);
    expect(redact('1234 5678, not 1234567')).toBe(leftOutNote);
  });

  it('hides a short token in groups', () => {
    const redact = redactor(['qZ7mPx2LwKv9']);
    expect(redact('is qZ7m-Px2L-wKv9.')).toBe(leftOutNote);
    expect(redact([...'is qZ7mPx2LwKv9.'].join('\0'))).toBe(leftOutNote);
    expect(redact('is 715a 376d 5078 324c 774b 7639.')).toBe(leftOutNote);
  });

  describe.each([
    ['short', 'qZ7mPx2LwKv9'],
    ['long', 'Kx7mPx2LwKv9Tz4nQb8cYd3e'],
  ])('with one character of a %s token altered', (_, secret) => {
    const redact = redactor([secret]);
    const altered = [...secret].flatMap((char, at) => {
      const [before, after] = [secret.slice(0, at), secret.slice(at + 1)];
      const swapped = after === '' ? [] : [before + after.charAt(0) + char + after.slice(1)];
      const longer = at === 0 ? [] : [`${before}X${char}${after}`];
      return [`${before}X${after}`, before + after, ...longer, ...swapped];
    });

    it.each<[string, (text: string) => string]>([
      ['raw', (text) => text],
      ['in upper case', (text) => text.toUpperCase()],
      ['in groups', (text) => grouped(text, 4, ' ')],
      ['base64', (text) => Buffer.from(text).toString('base64')],
      ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
      ['URL-encoded twice', (text) => text.replace(/./g, (char) => `%25${char.charCodeAt(0).toString(16)}`)],
      ['as a list of bytes', (text) => [...Buffer.from(text)].join(', ')],
      ['in UTF-16', (text) => [...text].join('\0')],
      ['hexadecimal in base64', (text) => twice(Buffer.from(text).toString('hex'))],
    ])('hides all of it %s', (__, encoded) => {
      for (const one of altered) expect(redact(`"${encoded(one)}"`)).toBe(leftOutNote);
    });
  });

  it('hides no text that differs in two characters, or is only the beginning', () => {
    const redact = redactor(['qZ7mPx2LwKv9', 'some-token-0123456789abcdef']);
    for (const text of ['qZ7~Px2L~Kv9', 'some-to? some-toy, some-to', 'a9abcdef', 'Z7mPx2L'])
      expect(redact(text)).toBe(text);
  });
});

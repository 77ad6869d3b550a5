import { describe, expect, it } from 'vitest';
import { leftOutNote, redactor } from './redact.ts';

const token = 'tok_4eC39HqLyjWDarjtT1zdp7dcKx82MnQa';
const chars = [...token];
const bytes = [...Buffer.from(token)];

it.each(['\u2022', '_', 'a', '1', ' ', ','])('many of the same character take no time: %j', (char) => {
  const redact = redactor([token]);
  // Tried anew at each place, a pattern would take minutes.
  for (const end of ['', '1', '"']) expect(redact(char.repeat(100_000) + end)).toContain(char);
});

describe('a token in columns', () => {
  const redact = redactor([token]);

  it.each([
    ['bytes with their places', JSON.stringify(bytes.map((value, index) => ({ index, value })))],
    ['the same in a string', JSON.stringify(JSON.stringify(bytes.map((value, index) => ({ index, value }))))],
    ['characters with their places', JSON.stringify(chars.map((c, i) => ({ i, c })))],
    [
      'the same, places last, on lines',
      JSON.stringify(
        chars.map((c, i) => ({ c, i })),
        null,
        2,
      ),
    ],
    ['members', JSON.stringify(chars.map((char) => ({ char })))],
    ['pairs', JSON.stringify(Object.entries(chars))],
    ['pairs of bytes', JSON.stringify(Object.entries(bytes))],
    ['elements', chars.map((char) => `<char>${char}</char>`).join('')],
    ['numbered elements of bytes', bytes.map((byte, at) => `<byte at="${at}">${byte}</byte>`).join('\n')],
    ['a query', chars.map((char, at) => `c${at}=${encodeURIComponent(char)}`).join('&')],
    ['a table', bytes.map((byte, at) => `${at}\t${byte}`).join('\n')],
  ])('is left out: %s', (_, form) => {
    expect(redact(`before ${form} after`)).toBe(leftOutNote);
  });

  it('leaves lists of other things', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      index,
      id: `usr_${(index * 7919).toString(36)}`,
      grade: 'tok4eC39'.charAt(index % 7),
      byte: bytes[(index * 11) % bytes.length],
      createdAt: new Date(1_764_000_000_000 + index * 60_000).toISOString(),
    }));
    const table = rows.map((row) => Object.values(row).join(';')).join('\n');
    const page = rows.map(({ grade, byte }) => `<td>${grade}</td><td>${byte}</td>`).join('');
    for (const text of [JSON.stringify(rows), JSON.stringify(rows.map(Object.values)), table, page])
      expect(redact(text)).toBe(text);
  });
});

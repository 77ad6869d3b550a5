import { expect, test } from 'vitest';
import { blankComments } from './json-comments.ts';

test('comments become spaces, and everything else stays where it was', () => {
  const text = '{ // one\n  "url": "http://a//b", /* two\n  lines */ "quote": "\\"// no comment"\n}';
  const blanked = blankComments(text);
  expect(JSON.parse(blanked)).toEqual({ url: 'http://a//b', quote: '"// no comment' });
  expect(blanked).toHaveLength(text.length);
  expect(blanked.indexOf('"quote"')).toBe(text.indexOf('"quote"'));
});

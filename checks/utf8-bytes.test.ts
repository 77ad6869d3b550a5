import { expect, it } from 'vitest';
import { utf8Bytes } from './utf8-bytes.ts';

it.each([
  ['', 0],
  ['a\u007f', 2],
  ['ä', 2],
  ['漢', 3],
  ['😀', 4],
  ['\ud83d', 3],
])('counts the bytes of %j', (text, bytes) => {
  expect(utf8Bytes(text)).toBe(bytes);
});

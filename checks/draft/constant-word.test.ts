import { expect, it } from 'vitest';
import { isConstantWord } from './constant-word.ts';

it.each([
  ...['pending', 'AES-256-GCM', 'ChaCha20-Poly1305', 'TOKEN_INVALID', 'invalidToken', 'A0230', '200', 'v1'],
  ...['', 'too large', 'Sign in again.', 'urn:service:locked', 'a/b', '登录过期', 'verrouillé'],
  ...[true, false, 0, 401, -1, 40101],
])('%j may be one of a few words', (value) => {
  expect(isConstantWord(value)).toBe(true);
});

it.each([
  ...['usr_abc', 'usr_k4Zp0vTq2mXw', 'bkp_9f3KzQ1x', '3f9c2a7d41b08e65', 'k4Zp0vTq2mXw+/==', 'QkZxPlmW'],
  ...['2026-11-21', '2026-11-21T02:36:42Z', 'c0ffee00-1234-5678-9abc-def012345678', 'ada@example.com'],
  ...['Send a JSON object with the strings data and algorithm.', 'x'.repeat(41), 'one\ntwo', '\u202eabc'],
  ...[1.5, 12_345_678, 1e300, Number.POSITIVE_INFINITY],
])('%j is data or a message', (value) => {
  expect(isConstantWord(value)).toBe(false);
});

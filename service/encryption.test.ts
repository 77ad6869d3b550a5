import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encrypt } from './encryption.ts';

test('no nonce comes twice, so equal data looks different each time', () => {
  const key = randomBytes(32);
  const results = Array.from({ length: 2000 }, () => encrypt('the same data', key));
  expect(new Set(results.map(({ nonce }) => nonce)).size).toBe(2000);
  expect(new Set(results.map(({ ciphertext }) => ciphertext)).size).toBe(2000);
  expect(results.every(({ nonce }) => Buffer.from(nonce, 'base64').length === 12)).toBe(true);
});

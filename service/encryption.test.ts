import { createDecipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encrypt } from './encryption.ts';

const key = randomBytes(32);

test.each(['', 'a', 'naïve 用户 🔑', '\u0000\u001f"\\', 'x'.repeat(1_000_000)])(
  'the key decrypts the result (%#)',
  (data) => {
    const { nonce, tag, ciphertext } = encrypt(data, key);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    expect(decipher.update(ciphertext, 'base64', 'utf8') + decipher.final('utf8')).toBe(data);
  },
);

test('no nonce comes twice, so equal data looks different each time', () => {
  const results = Array.from({ length: 2000 }, () => encrypt('the same data', key));
  expect(new Set(results.map(({ nonce }) => nonce)).size).toBe(2000);
  expect(new Set(results.map(({ ciphertext }) => ciphertext)).size).toBe(2000);
  expect(results.every(({ nonce }) => Buffer.from(nonce, 'base64').length === 12)).toBe(true);
});

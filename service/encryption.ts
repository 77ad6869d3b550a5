import { createCipheriv, randomBytes } from 'node:crypto';

/** The length for which GCM is specified without hashing the nonce first. */
const nonceBytes = 12;

/**
 * All binary values in base64; to decrypt: AES-256-GCM with the key, the nonce and the tag.
 * Every call draws a fresh nonce: a nonce used twice under one key breaks GCM.
 */
export function encrypt(data: string, key: Buffer) {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(data, 'utf8'), cipher.final()]);
  return {
    algorithm: 'AES-256-GCM',
    nonce: nonce.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

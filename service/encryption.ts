import { createCipheriv, randomBytes } from 'node:crypto';

/** All binary values in base64. To decrypt: AES-256-GCM with the key, this nonce and this tag. */
export interface EncryptionResult {
  readonly algorithm: 'AES-256-GCM';
  readonly nonce: string;
  readonly ciphertext: string;
  readonly tag: string;
}

/** The length for which GCM is specified without hashing the nonce first. */
const nonceBytes = 12;

/** Every call draws a fresh nonce: a nonce used twice under one key breaks GCM. */
export function encrypt(data: string, key: Buffer): EncryptionResult {
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

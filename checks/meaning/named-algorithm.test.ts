import { expect, it } from 'vitest';
import { learnResults } from './known-results.ts';
import { misnamedResults } from './named-algorithm.ts';
import { seenSuccess } from './pairs.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';

/** Counts the successes of another algorithm among 100 whose results have these members, too. */
function misnamed(membersOf: (index: number) => object): number {
  const successes = someData(100).flatMap((data, index) => {
    const { algorithm: _, ...result } = sealed(data, `${index}`);
    return seenSuccess(readOf(answered({ body: { ...result, ...membersOf(index) } }, data))) ?? [];
  });
  return misnamedResults(successes, learnResults(successes)).length;
}

/** The same, if every tenth has the second name. */
function others(first: string, second: string, key = 'algorithm'): number {
  return misnamed((index) => ({ algorithm: 'v1', [key]: index % 10 === 3 ? second : first }));
}

it.each([
  ['AES-256-GCM', 'AES-128-CBC', 'algorithm', 10],
  ['AES-256-GCM', 'AES-128-GCM', 'algorithm', 10],
  ['A256GCM', 'A128GCM', 'enc', 10],
  ['AES/GCM/NoPadding', 'AES/CBC/PKCS5Padding', 'cipher', 10],
  ['AES-256-GCM', 'ChaCha20-Poly1305', 'alg', 10],
  ['AES-128-CBC', 'AES-128-CBC', 'algorithm', 100],
  ['AES-256-CBC', 'AES-256-CBC', 'encryption_algorithm', 100],
  ['AES-128-CBC', 'AES-128-CBC', 'Algorithm', 100],
  ['aes-128-cbc', 'aes-128-cbc', 'cipher', 100],
  ['AES256', 'AES256', 'algorithm', 0],
  ['AES-128', 'AES-128', 'algorithm', 100],
  ['AES-128-GCM', 'AES-128-GCM', 'alg', 100],
])('%s, and one time in ten %s, as the %s: %i name another algorithm', (first, second, key, count) => {
  expect(others(first, second, key)).toBe(count);
});

it.each([
  ['AES', 'AES', 'algorithm'],
  ['AES-256-GCM', 'aes256-gcm96', 'algorithm'],
  ['AES-256-GCM', 'AES/GCM/NoPadding', 'algorithm'],
  ['A256GCM', 'RSA-OAEP+A256GCM', 'enc'],
  ['SYMMETRIC_DEFAULT', 'SYMMETRIC_DEFAULT', 'algorithm'],
  ['a', 'b', 'node'],
  ['gcm-2025', 'backup-2026', 'key'],
  ['256', '512', 'bits'],
  ['-', 'ok', 'state'],
  ['AES-256-KW', 'AES-256-KW', 'key_encryption_algorithm'],
  ['A256KW', 'A256KW', 'alg'],
  ['envelope-v2', 'envelope-v3', 'algorithm'],
  ['AES-128-CBC', 'AES-128-CBC', 'transport'],
])('%s and %s as the %s may be names of the one that was asked for', (first, second, key) => {
  expect(others(first, second, key)).toBe(0);
});

it('says nothing of the data how its key was encrypted', () => {
  const wrapped = { algorithm: 'AES-128-KW', value: 'c29tZSBrZXkgdGhhdCBpcyB3cmFwcGVk' };
  expect(misnamed(() => ({ wrapped, algorithm: 'AES-256-GCM' }))).toBe(0);
  expect(misnamed(() => ({ wrapped }))).toBe(0);
});

it.each<object>([
  { algorithm: { name: 'AES-GCM', length: 128, tagLength: 128 } },
  { algorithm: { name: 'AES-GCM', params: { keyLength: '192' } } },
  { algorithm: 'AES-GCM', key_size: 128 },
  { cipher: 'AES', bits: 128 },
  { cipher: 'AES', mode: 'GCM', key: { id: 'k1', length: 16 } },
  { cipher: 'AES', mode: 'CBC', keyBits: 256 },
  { key_bits: 128, algorithm: { name: 'AES-GCM' } },
])('a name goes on in the members beside it: %j', (members) => {
  expect(misnamed(() => members)).toBe(100);
});

it.each<object>([
  { algorithm: { name: 'AES-GCM', length: 256, tagLength: 128 } },
  { algorithm: { name: 'AES-GCM', tagLength: 128, ivLength: 96 } },
  { algorithm: 'AES-GCM', blockSize: 128, tag_bits: 128, key_id_bits: 128 },
  { algorithm: 'AES-GCM', key_bytes: 32 },
  { algorithm: 'AES-256-GCM', size: 128 },
  { algorithm: 'AES-GCM', mode: 'encrypt' },
  { algorithm: 'AES-GCM', mac: { algorithm: 'AES-CMAC', keyLength: 128 } },
  { algorithm: 'AES-GCM', tag: { length: 128 }, hash: { name: 'SHA', bits: 192 } },
  { algorithm: 'v1', length: 128 },
])('what else has a size beside a name says nothing of it: %j', (members) => {
  expect(misnamed(() => members)).toBe(0);
});

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwe = (header: object) => (index: number) => ({
  protected: inBase64(header),
  iv: sealed('', `jwe ${index}`).nonce,
});

it('the protected header of a JWE names the algorithm, also of a compact one that is short enough to be kept', () => {
  expect(misnamed(jwe({ alg: 'dir', enc: 'A128GCM' }))).toBe(100);
  expect(misnamed(jwe({ alg: 'A256GCMKW', enc: 'A128GCM' }))).toBe(100);
  expect(misnamed(jwe({ alg: 'A128GCMKW', enc: 'A256GCM' }))).toBe(0);
  expect(misnamed(jwe({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'aes-128-gcm' }))).toBe(0);
  const compact = (enc: string) => (index: number) => ({
    nonce: undefined,
    ciphertext: undefined,
    tag: undefined,
    jwe: `${inBase64({ alg: 'dir', enc })}..${Object.values(sealed('x'.repeat(index), `${index}`))
      .slice(1)
      .join('.')}`,
  });
  expect(misnamed(compact('A128CBC-HS256'))).toBeGreaterThan(50);
  expect(misnamed(compact('A256GCM'))).toBe(0);
});

it.each([
  ['2.16.840.1.101.3.4.1.6', 'contentEncryptionAlgorithm', 100],
  ['2.16.840.1.101.3.4.1.42', 'oid', 100],
  ['urn:oid:2.16.840.1.101.3.4.1.26', 'algorithm', 100],
  ['OID.2.16.840.1.101.3.4.1.7', 'algorithm', 100],
  ['2.16.840.1.101.3.4.1.46', 'algorithm', 0],
  ['2.16.840.1.101.3.4.1.45', 'algorithm', 0],
  ['2.16.840.1.101.3.4.2.1', 'digest_algorithm', 0],
  ['AES-GCM (NIST SP 800-38D)', 'cipher', 0],
])('%s as the %s: %i name another algorithm', (oid, key, count) => {
  expect(misnamed(() => ({ [key]: oid }))).toBe(count);
});

it.each([
  'ECDHE-RSA-AES128-GCM-SHA256',
  'DHE-RSA-AES256-SHA',
  'ECDHE-ECDSA-AES128-CCM8',
  ...['AES128-GCM-SHA256', 'AES128-SHA', 'AES128-SHA256'],
  'PSK-AES128-CBC-SHA',
  'TLS_AES_128_GCM_SHA256',
  'SSL_RSA_WITH_AES_128_CBC_SHA',
])('%s is the cipher of the connection', (cipher) => {
  expect(misnamed(() => ({ connection: { cipher } }))).toBe(0);
  expect(misnamed((index) => (index % 9 ? { cipher: 'TLS_AES_256_GCM_SHA384' } : { cipher }))).toBe(0);
  expect(misnamed(() => ({ cipher, encryption: 'AES-128-GCM' }))).toBe(100);
});

it.each(['RSA-OAEP-SHA256-AES-128-GCM', 'AES-128-CBC-HMAC-SHA256', 'aes-128-gcm-hkdf-sha256'])(
  '%s is none',
  (name) => {
    expect(misnamed(() => ({ algorithm: name }))).toBe(100);
  },
);

it('a list of algorithms says what is supported', () => {
  expect(misnamed(() => ({ supported_algorithms: ['AES-128-GCM', 'AES-256-GCM'] }))).toBe(0);
  expect(misnamed(() => ({ enc: { algorithms: [{ name: 'AES-128-GCM' }, { name: 'AES-256-GCM' }] } }))).toBe(
    0,
  );
  expect(misnamed(() => ({ algorithms: ['A128GCM', 'A256GCM'], alg: 'A128GCM' }))).toBe(100);
});

it.each(['AES-256-GCM-SIV', 'ARIA-256-GCM', 'camellia256-gcm'])('%s is another algorithm', (algorithm) => {
  expect(misnamed(() => ({ algorithm }))).toBe(100);
});

it.each(['AES-256-GCM', 'GCM', 'aes256gcm', 'AES/GCM/NoPadding', 'Rijndael-256-GCM', 'ECDH-ES+A256GCM'])(
  '%s may be the one that was asked for',
  (algorithm) => {
    expect(misnamed(() => ({ algorithm }))).toBe(0);
  },
);

it('a source of random numbers encrypts nothing', () => {
  expect(misnamed(() => ({ nonce_source: { algorithm: 'CTR_DRBG-AES-128' } }))).toBe(0);
});

import { expect, it } from 'vitest';
import { learnResults } from './known-results.ts';
import { misnamedResults } from './named-algorithm.ts';
import { seenSuccess } from './pairs.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';

/** Counts the successes of another algorithm among 100, of which every tenth has the second name. */
function others(first: string, second: string, key = 'algorithm'): number {
  const successes = someData(100).flatMap((data, index) => {
    const body = { ...sealed(data, `${index}`), algorithm: 'v1', [key]: index % 10 === 3 ? second : first };
    return seenSuccess(readOf(answered({ body }, data))) ?? [];
  });
  return misnamedResults(successes, learnResults(successes)).length;
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
  const successes = someData(100).flatMap((data, index) => {
    const wrapped = { algorithm: 'AES-256-KW', value: sealed(data, `key ${index}`).tag };
    return seenSuccess(readOf(answered({ body: { ...sealed(data, `${index}`), wrapped } }, data))) ?? [];
  });
  expect(misnamedResults(successes, learnResults(successes))).toEqual([]);
});

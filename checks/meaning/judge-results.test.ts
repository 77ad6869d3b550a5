import { expect, it } from 'vitest';
import { judgeResults } from './judge-results.ts';
import { learnResults } from './known-results.ts';
import { seenSuccess } from './pairs.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';

const successesOf = (bodyOf: (data: string, at: number) => object, seed: string) =>
  someData(60, seed).flatMap(
    (data, at) => seenSuccess(readOf(answered({ body: bodyOf(data, at) }, data))) ?? [],
  );

const before = learnResults(successesOf((data, at) => sealed(data, `before ${at}`), 'before'));

const base64 = (data: string) => Buffer.from(data).toString('base64');

it.each<[string, number, (data: string, at: number) => object]>([
  ['encrypts', 0, (data, at) => sealed(data, `${at}`)],
  ['encrypts, and names its version', 0, (data, at) => ({ ...sealed(data, `${at}`), version: 2 })],
  ['answers with the data', 40, (data, at) => ({ ...sealed(data, `${at}`), ciphertext: base64(data) })],
  ['uses another algorithm', 50, (data, at) => ({ ...sealed(data, `${at}`), algorithm: 'AES-128-GCM' })],
  ['keeps 1,000 bytes', 10, (data, at) => sealed(data.slice(0, 1000), `${at}`)],
  ['has lost its key', 50, (data, at) => ({ ...sealed(data, `${at}`), ciphertext: null })],
])('under load a service %s: at least %i results of 60 are none', (_, least, bodyOf) => {
  const { meanings } = judgeResults(successesOf(bodyOf, 'under load'), before, []);
  if (least === 0) expect(meanings.size).toBe(0);
  else expect(meanings.size).toBeGreaterThanOrEqual(least);
});

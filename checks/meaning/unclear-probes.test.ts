import { describe, expect, it } from 'vitest';
import { counts, judgedProbes, pieces, type Speaks, sealed } from './service-fixture.ts';

const hex = (text: string) => Buffer.from(text).toString('hex');

describe('an answer that may be either', () => {
  it.each<[string, Speaks, Speaks?]>([
    [
      'the form of a result, of another length',
      (_, index) => ({ body: sealed('decoy'.repeat(50), `${index}`) }),
    ],
    [
      'a result in another encoding',
      (data, index) => ({
        body: { sealed: Buffer.from(sealed(data, `${index}`).ciphertext, 'base64').toString('hex') },
      }),
    ],
    [
      'a success with a text of random length, always long enough for the result',
      (data, index) => ({
        body: {
          ok: true,
          blob: hex(sealed(`${data}${'x'.repeat((index * 7919) % 40_000)}`, `${index}`).ciphertext),
        },
      }),
    ],
    [
      'a refusal with the request, reversed and in base64',
      (data) => ({
        status: 401,
        body: { was: Buffer.from(JSON.stringify({ data })).reverse().toString('base64') },
      }),
    ],
    [
      'a refusal with the request and the result in one text',
      (data, index) => ({
        status: 401,
        body: {
          was: Buffer.from(JSON.stringify({ data, result: sealed(data, `${index}`) })).toString('base64'),
        },
      }),
    ],
    [
      'a refusal with the data, and the result right behind it',
      (data, index) => ({ status: 401, body: { was: data + sealed(data, `${index}`).ciphertext } }),
    ],
    [
      'a refusal with a sealed copy of the request',
      (data, index) => ({
        status: 401,
        body: { was: sealed(`${data}${'x'.repeat(40)}`, `${index}`).ciphertext },
      }),
    ],
    [
      'a refusal with the answer in base64 in a header, cut off where headers end',
      (data, index) => ({
        status: 401,
        headers: {
          'x-debug': Buffer.from(JSON.stringify(sealed(data, `${index}`)).slice(0, 3000)).toString('base64'),
        },
      }),
    ],
    [
      'a refusal with the result in pieces',
      (data, index) => ({
        status: 401,
        body: { error: 'no', ...pieces(sealed(data, `${index}`).ciphertext) },
      }),
    ],
    ['a promise by 202', (_, index) => ({ status: 202, body: { job: `3f9c2a7d41b08e65${index}` } })],
    ['something created by 201', (_, index) => ({ status: 201, body: { id: `enc_${index}` } })],
    [
      'the same as valid calls get, which is nothing of the data',
      () => ({ body: { state: 'received' } }),
      () => ({ body: { state: 'received' } }),
    ],
  ])('%s', (_, probeSays, twinSays) => {
    const { ofLongData, meanings } = judgedProbes(probeSays, twinSays);
    expect(counts(ofLongData).unclear).toBeGreaterThan(0.9 * ofLongData.length);
    expect(counts(meanings).result).toBe(0);
  });
});

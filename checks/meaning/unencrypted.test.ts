import { expect, it } from 'vitest';
import { undeclared } from '../exchange-fixture.ts';
import { observeResults, signOfPlaintext } from '../observations.ts';
import { nothingLearned } from './meaning.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';
import { keptCall, settle } from './settle.ts';

const nothingButData = 'nothing but the data that was sent, as it is or in an encoding';
const sameForAll = 'the same text for all data';
const asShortForAll = 'a ciphertext that is as short for long data as for short';
const inBlocks = 'equal blocks for equal blocks of the data, unlike any result of AES-256-GCM';
const withOneNonce = 'nonces that recur with other data, which break AES-256-GCM';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const observed = (body: (data: string, at: number) => object, dataOf = (text: string, _: number) => text) => {
  const kept = someData(60)
    .map(dataOf)
    .map((data, at) => keptCall(readOf(answered({ body: body(data, at) }, data))));
  const { known } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const { 'plaintext-in-answer': seen = [] } = observeResults(
    kept.flatMap(({ success }) => success ?? []),
    known.results,
  );
  return [...new Set(seen)].toSorted();
};

it.each<[string, (data: string, at: number) => object, string[]]>([
  ['the data', (data) => ({ data }), [nothingButData]],
  ['the data in base64', (data) => ({ ciphertext: base64(data), at: 'now' }), [nothingButData]],
  [
    'the data, or the result',
    (data, at) => (at % 2 ? { data } : { data: sealed(data, 's').ciphertext }),
    ['no', nothingButData],
  ],
  [
    'the result, or short data in base64',
    (data, at) => ({ ciphertext: data.length < 6 ? base64(data) : sealed(data, `${at}`).ciphertext }),
    ['no', nothingButData],
  ],
  ['the data and the result', (data) => ({ ...sealed(data, 'salt'), data }), ['yes']],
  ['the result', (data, at) => sealed(data, `${at}`), ['no']],
  [
    'the result and a copy of the data that is changed now and then',
    (data, at) => ({
      ...sealed(data, `${at}`),
      received: at % 3 === 0 ? data.replace(/[aeiou]/g, '.') : data,
    }),
    ['no', 'yes'],
  ],
  ['nothing of the data', () => ({ state: 'done' }), ['no']],
  [
    'the name of a key',
    () => ({ state: 'done', key: 'arn:aws:kms:eu-west-1:111122223333:key/mrk-1234abcd' }),
    ['no'],
  ],
  ['one result', () => sealed('other data', 'salt'), [sameForAll]],
  ['one result for half of the data', (_, at) => sealed('other data', at < 30 ? 'one' : 'two'), [sameForAll]],
  ['a ciphertext that is empty', () => ({ ciphertext: '', algorithm: 'AES-256-GCM' }), [sameForAll]],
  ['null as the ciphertext', () => ({ result: { encrypted_data: null } }), [sameForAll]],
  [
    'null as the ciphertext beside a nonce and a tag',
    (_, at) => ({ nonce: base64(`n${at}`), ciphertext: null, tag: base64(`t${at * 7}`) }),
    [sameForAll],
  ],
  [
    'a wrapped key, a nonce and a tag',
    (_, at) => ({
      key: sealed('key', 'salt').ciphertext,
      nonce: base64(`n${at}`),
      tag: base64(`t${at * 7}`),
    }),
    ['no'],
  ],
  [
    'the name of a result and the time of the encryption',
    (_, at) => ({ id: `r${at}`, date_encrypted: `2026-11-30T10:${10 + (at % 50)}:00.${100 + at}Z` }),
    ['no'],
  ],
  [
    'the name of a result and its wrapped key',
    (_, at) => ({ object: `r${at}`, key_encrypted: base64(`wrapped key number ${1000 + at}`) }),
    ['no'],
  ],
  ['no ciphertext, and the name of a result', (_, at) => ({ ciphertext: null, id: `r${at}` }), ['no']],
  ['the name of a cipher alone', () => ({ cipher: 'AES-256-GCM', encrypted: true }), ['no']],
  [
    'a ciphertext that is always as short',
    (_, at) => ({ nonce: base64(`${1e11 + at}`), ciphertext: base64(`un${1e9 + at * 7}`) }),
    [asShortForAll],
  ],
  [
    'the name of a cipher and that of a result',
    (_, at) => ({ cipher: 'AES-256-GCM', encrypted: true, id: base64(`result ${at}`) }),
    ['no'],
  ],
  [
    'a key and the name of a result',
    (_, at) => ({ ...sealed('key', 'salt'), id: base64(`result ${at}`) }),
    ['no'],
  ],
])('what answers show that hold %s: %#', (_, body, expected) => {
  expect(observed(body)).toEqual(expected.toSorted());
});

it('a job has no ciphertext yet', () => {
  const accepted = (data: string) => readOf(answered({ status: 202, body: { ciphertext: null } }, data));
  const kept = someData(60).map((data) => keptCall(accepted(data)));
  const { known } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const seen = observeResults(
    kept.flatMap(({ success }) => success ?? []),
    known.results,
  );
  expect(new Set(seen['plaintext-in-answer'])).toEqual(new Set(['no']));
});

it('results show blocks where they recur with the data, and nowhere else', () => {
  const recurring = (at: number) => at % 3 === 1;
  const dataOf = (text: string, at: number) =>
    recurring(at) ? text.slice(0, 48).padEnd(48, 'x').repeat(60) : text;
  const inBlocksOf = (size: number) => (data: string) => {
    const blocks = data.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    return { ciphertext: blocks.map((block) => sealed(block, block).ciphertext).join('') };
  };
  expect(observed(inBlocksOf(16), dataOf)).toEqual([inBlocks]);
  const oneInThree = (data: string, at: number) => inBlocksOf(at % 9 < 3 ? 16 : 100_000)(data);
  expect(observed(oneInThree, dataOf)).toEqual([inBlocks]);
  expect(observed(inBlocksOf(100_000), dataOf)).toEqual(['no']);
});

const nonceAt = (at: number) => base64(`nonce ${String(at).padStart(6, '0')}`);
it.each<[string, (at: number) => object, string]>([
  ['a nonce that other data had, too', (at) => ({ nonce: nonceAt(at % 50) }), withOneNonce],
  ['one nonce for all data', () => ({ iv: nonceAt(1) }), withOneNonce],
  ['a nonce of its own', (at) => ({ nonce: nonceAt(at) }), 'no'],
  ['one nonce, but a key of its own', (at) => ({ nonce: nonceAt(1), wrappedKey: base64(`key ${at}`) }), 'no'],
  ['zeros as the nonce', () => ({ nonce: 'AAAAAAAAAAAAAAAA' }), 'no'],
])('with the result come %s', (_, beside, seen) => {
  const body = (data: string, at: number) => ({
    ciphertext: sealed(data, `${at}`).ciphertext,
    ...beside(at),
  });
  expect(observed(body)).toEqual([seen]);
});

it.each([
  [{}, null],
  [{ yes: 3, no: 2 }, null],
  [
    { no: 2, [sameForAll]: 3 },
    { hold: sameForAll, answers: 3 },
  ],
])('finds in %j the sign %j', (counts, sign) => {
  expect(signOfPlaintext(counts)).toEqual(sign);
});

import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { type Change, ciphertext, json, randomResult, result, with200 } from './changes.ts';
import type { Row } from './variant.ts';

const resultNull = ciphertext(() => null);
const unencrypted = ciphertext((data) => Buffer.from(data).toString('base64'));
const oneResult = JSON.stringify({ ...result, ciphertext: 'T25lIHJlc3VsdCBmb3IgYWxsIHRoZSBkYXRhIQ9x7Z==' });
const varchar = ciphertext((data) => randomResult(Buffer.byteLength(data)).slice(0, 255));
const wholeKib = ciphertext((data) => {
  const bytes = Buffer.byteLength(data);
  return randomResult(bytes < 1024 ? bytes : bytes - (bytes % 1024));
});
const wholeBlocks = ciphertext((data) => {
  const bytes = Buffer.byteLength(data);
  return randomResult(bytes > 0 && bytes % 64 === 0 ? bytes - 16 : bytes);
});
const textColumn = ciphertext((data) => randomResult(Math.min(Buffer.byteLength(data), 65_535)));
const otherAlgorithm = json((encrypted) => ({ ...encrypted, algorithm: 'AES-128-CBC' }));
const smallerKey = json((encrypted) => ({ ...encrypted, algorithm: { name: 'AES-GCM', length: 128 } }));
const withoutEmoji = ciphertext((data) =>
  randomResult(Buffer.byteLength(data.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
);
const latin1 = ciphertext((data) => randomResult(data.length));
/** As if results were kept under a key that different data may share. Holds the length, in bytes, of the first result under each key. */
const keptUnder = (keyOf: (data: string) => string) => {
  const kept = new Map<string, number>();
  return ciphertext((data) => {
    const key = keyOf(data);
    const outputLength = kept.get(key) ?? Buffer.byteLength(data);
    kept.set(key, outputLength);
    return hashed(key, outputLength);
  });
};
const byBeginning = keptUnder((data) => data.slice(0, 64));
/** The longest key of an index in older versions of InnoDB. */
const byIndex = keptUnder((data) => data.slice(0, 767));
/** Treats texts as equal as databases do by default. */
const byCollation = keptUnder((data) => data.replaceAll('\u00e9', 'e').toLowerCase().trimEnd());
const ecbKey = randomBytes(32);
const ecb = ciphertext((data) => {
  const cipher = createCipheriv('aes-256-ecb', ecbKey, null);
  return cipher.update(data, 'utf8', 'base64') + cipher.final('base64');
});
/** As if all calls kept their data in one variable. */
let latelySent = '';
const mixedUp = ciphertext((data) => {
  const bytes = Buffer.byteLength(latelySent);
  latelySent = data;
  return randomResult(bytes);
});
/** As if data in base64 had been encrypted before. */
const takenAsResult = ciphertext((data) =>
  /^[A-Za-z\d+/]{16,}={1,2}$/.test(data) ? data : randomResult(Buffer.byteLength(data)),
);
/** As if what begins as its own results do had been encrypted before. */
const takenAsOwn = ciphertext((data) =>
  data.startsWith('v1:') ? data : `v1:${randomResult(Buffer.byteLength(data))}`,
);
const template = '{"payload":"DATA"}';
/** As String.replace of JavaScript does, to which `$` means something. */
const pasted = ciphertext((data) =>
  randomResult(Buffer.byteLength(template.replace('DATA', data)) - template.length + 'DATA'.length),
);
/** As if the data were written anew by a program that reads numbers and dates wherever it can. */
const asValue = ciphertext((data) => {
  const value = /^\d{4}-\d\d-\d\dT/.test(data) ? Math.floor(Date.parse(data) / 1000) : Number(data);
  return randomResult(Buffer.byteLength(data === '' || !Number.isFinite(value) ? data : String(value)));
});
/** As if random bytes were made once and used round and round. */
const nonces = Array.from({ length: 200 }, () => randomBytes(12).toString('base64'));
const nonceAgain = json((encrypted, { sequence }) => ({
  ...encrypted,
  nonce: nonces[sequence % nonces.length],
}));
const trimmed = ciphertext((data) => randomResult(Buffer.byteLength(data.trim())));
const readAsText = ciphertext((data) => randomBytes(Buffer.byteLength(data)).toString());
const errorWithId: Change = () => with200({ detail: 'Try again.', trace_id: randomBytes(8).toString('hex') });

/** As if the length of the data were the key of a cache. */
function lengthHash(data: string): string {
  const outputLength = Buffer.byteLength(data);
  return hashed(`${outputLength}`, outputLength);
}

function hashed(key: string, outputLength: number): string {
  return createHash('shake256', { outputLength }).update(key).digest('base64');
}

/** Answers of encrypt that hold no result of their data, or not of all of it. */
export const resultFaults: readonly Row[] = [
  [
    'encrypt-by-length',
    'encrypt answers with the result of other data of the same length.',
    ciphertext(lengthHash),
    ['always', 'any-type', 'four-in-flight'],
  ],
  ['encrypt-mixed-up', 'encrypt answers with the result of another call.', mixedUp, ['four-in-flight']],
  [
    'encrypt-unencrypted',
    'encrypt answers with the data in base64.',
    unencrypted,
    ['always', 'every-2nd', 'every-20th'],
  ],
  ['encrypt-same-result', 'encrypt answers with one result for all data.', { body: oneResult }],
  [
    'encrypt-ecb',
    'encrypt encrypts each block of the data alone, by AES in ECB mode.',
    ecb,
    ['always', 'every-2nd'],
  ],
  ['encrypt-loses-end', 'encrypt loses what follows the last whole KiB of the data.', wholeKib],
  ['encrypt-varchar', 'encrypt cuts its result at 255 characters.', varchar],
  [
    'encrypt-result-null',
    'encrypt answers 200 with null for the result.',
    resultNull,
    ['always', 'every-2nd', 'every-20th', 'any-type'],
  ],
  ['encrypt-error-with-id', 'encrypt answers 200 with an error and its id.', errorWithId, ['every-20th']],
  ['encrypt-read-as-text', 'encrypt answers with the encrypted bytes, read as UTF-8.', readAsText],
  [
    'encrypt-other-algorithm',
    'encrypt names AES-128-CBC as its algorithm.',
    otherAlgorithm,
    ['always', 'every-20th'],
  ],
  ['encrypt-smaller-key', 'encrypt names AES-GCM, with a key of 128 bits, as its algorithm.', smallerKey],
];

/** Those that only some data shows, or many results together, by their lengths and values. */
export const rareResultFaults: readonly Row[] = [
  [
    'encrypt-loses-block',
    'encrypt loses the last 16 bytes of data that is a multiple of 64 bytes long.',
    wholeBlocks,
  ],
  ['encrypt-text-column', 'encrypt keeps the first 65,535 bytes of the data.', textColumn],
  ['encrypt-emoji-lost', 'encrypt keeps a question mark of each emoji.', withoutEmoji],
  ['encrypt-latin-1', 'encrypt keeps one byte of each character of the data.', latin1],
  [
    'encrypt-by-beginning',
    'encrypt answers with the result of data with the same first 64 characters.',
    byBeginning,
  ],
  [
    'encrypt-by-index',
    'encrypt answers with the result of data with the same first 767 characters.',
    byIndex,
  ],
  [
    'encrypt-by-collation',
    'encrypt answers with the result of data in another case, without an accent, or without a space at its end.',
    byCollation,
  ],
  ['encrypt-base64-kept', 'encrypt answers with the data itself if that is in base64.', takenAsResult],
  [
    'encrypt-own-result-kept',
    'encrypt answers with the data itself if it is a result of its own.',
    takenAsOwn,
  ],
  ['encrypt-pastes', 'encrypt puts the data into a template, in which $$ stands for $.', pasted],
  ['encrypt-reads-values', 'encrypt writes numbers and dates anew before it encrypts them.', asValue],
  ['encrypt-nonce-again', 'encrypt uses the same 200 nonces again and again.', nonceAgain],
  ['encrypt-trims', 'encrypt removes white space around the data.', trimmed],
];

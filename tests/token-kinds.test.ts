import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeHashes } from '../cli/commands/token-command.ts';
import { madeUpTokens } from '../scenarios/tokens/made-up-tokens.ts';
import { tokenEquivalences } from '../service/variants/token-equivalences.ts';
import { readTokens } from './read-tokens.ts';
import { signedJwt } from './signed-jwt.ts';

/** Further kinds of tokens, and how a service may read them. */
const kinds: Readonly<Record<string, readonly [token: string, equivalence: string]>> = {
  'JWT, 64 characters of signature': [signedJwt('HS384'), 'jwt'],
  'JWT, 86 characters of signature': [signedJwt('HS512'), 'jwt'],
  'base64url of 32 bytes': ['3q2-7wAB_kLm9ZpQrStUvWxYz0123456789AbCdEfGg', 'base64'],
  'base64url of 24 bytes': ['3q2-7wABCkLm9ZpQrStUvWxYz0_23456', 'base64'],
  'base64 with one =': ['3q2+7wAB/kLm9ZpQrStUvWxYz0123456789AbCdEfGg=', 'base64'],
  'base64url, whatever stands between': ['3q2-7wAB_kLm9ZpQrStUvWxYz0123456789AbCdEfGg', 'loose-base64'],
  hexadecimal: ['9f86d081884c7d659a2feaa0c55ad015', 'hexadecimal'],
  'hexadecimal in upper case': ['9F86D081884C7D659A2FEAA0C55AD015', 'hexadecimal'],
  'SD-JWT': [`${signedJwt('HS384')}~`, 'jwt'],
  UUID: ['123e4567-e89b-12d3-a456-426614174000', 'hexadecimal'],
  ULID: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'base32'],
};

/** Tokens of each kind, of bytes that differ: what hangs on one letter in 32 is there too. */
const sampled: Readonly<Record<string, readonly [equivalence: string, tokenOf: (bytes: Buffer) => string]>> =
  {
    base32: ['base32-bytes', base32],
    'base32 in lower case': ['base32-bytes', (bytes) => base32(bytes).toLowerCase()],
    'hexadecimal behind zeros': ['number', (bytes) => `00${bytes.toString('hex')}`],
    'hexadecimal behind a zero and with hyphens': [
      'number',
      (bytes) => `0${bytes.toString('hex').replace(/(.{4})/g, '$1-')}7`,
    ],
    'hexadecimal behind KEY_': ['prefixed', (bytes) => `KEY_${bytes.toString('hex')}`],
    'hexadecimal behind sk_live_': ['hexadecimal-end', (bytes) => `sk_live_${bytes.toString('hex')}`],
    'hexadecimal behind v1=': [
      'hexadecimal-end',
      (bytes) => `t=1700,v1=${bytes.toString('hex').toUpperCase()}`,
    ],
    'hexadecimal in both cases behind 0x': [
      'hexadecimal-end',
      (bytes) => `0x${inBothCases(bytes.toString('hex'))}`,
    ],
    'hexadecimal before NRAL': ['suffixed', (bytes) => `${bytes.toString('hex')}NRAL`],
    base85: ['base85', base85],
    'hexadecimal with colons': ['grouped', (bytes) => bytes.toString('hex').replace(/(..)(?=.)/g, '$1:')],
    'base32 in groups': [
      'grouped',
      (bytes) => base32(Buffer.concat([bytes, half])).replace(/(.{4})(?=.)/g, '$1:'),
    ],
    'GUID in braces': ['guid', (bytes) => `{${guid(bytes)}}`],
    'GUID in braces and in upper case': ['guid', (bytes) => `{${guid(bytes).toUpperCase()}}`],
    'base64 behind v1:': ['parts', (bytes) => `v1:${Buffer.concat([bytes, half]).toString('base64')}`],
    'two parts in base64': [
      'parts',
      (bytes) => [bytes, bytes.toReversed()].map((part) => Buffer.from(part).toString('base64')).join('-'),
    ],
    'two parts in base64 without =': [
      'parts',
      (bytes) =>
        [bytes, half].map((part) => Buffer.from(part).toString('base64').replaceAll('=', '')).join('-'),
    ],
    'base64 percent-encoded': [
      'percent-encoded',
      (bytes) => encodeURIComponent(Buffer.concat([Buffer.of(0xfb, 0xef, 0xff), bytes]).toString('base64')),
    ],
  };

const half = Buffer.from('9f86d081884c7d659a2feaa0', 'hex');

function inBothCases(hex: string): string {
  return hex.replace(/[a-f]/g, (digit, place: number) => (place % 3 === 0 ? digit.toUpperCase() : digit));
}

function bytesFor(seed: number, count: number): Buffer {
  return createHash('sha512').update(String(seed)).digest().subarray(0, count);
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

const base85Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** As Python writes it; a `!` before it, so that none looks like anything else. */
function base85(bytes: Buffer): string {
  const groups = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, index) =>
    bytes.subarray(index * 4, index * 4 + 4),
  );
  const digits = groups.map((group) => {
    let value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE();
    let text = '';
    for (let place = 0; place < 5; place += 1) {
      text = base85Digits.charAt(value % 85) + text;
      value = Math.floor(value / 85);
    }
    return text.slice(0, group.length + 1);
  });
  return `!!!!!${digits.join('')}`;
}

function guid(bytes: Buffer): string {
  const hex = Buffer.concat([bytes, half, half]).toString('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const disclosures = ['["2GLC42sKQveCfGfryNRN9w","name","Jo"]', '["eluV5Og3gSNII8EYnsxA_A","age",42]'];

/** Tokens with the reader of one program each. */
const readers: Readonly<Record<string, readonly [token: string, read: (text: string) => string]>> = {
  'ULID in 128 bits': ['01JDR9Z4W8N5T7Q2KXH3BVMCPE', ulidBits],
  'ULID in 128 bits behind a prefix': [
    'tok_01jdr9z4w8n5t7q2kxh3bvmcpe',
    (text) => text.replace(/.{26}$/, ulidBits),
  ],
  'text in base64 with a line break at its end': [
    Buffer.from('keyid-7f3c:Xk7QpR2mWz9TbN4vLd8S\n').toString('base64'),
    (text) => Buffer.from(text, 'base64').toString('latin1').trim(),
  ],
  'JWT behind a prefix': [`jwt_${signedJwt('HS256')}`, (text) => text.split('.').slice(0, 3).join('.')],
  'JWT with a header in several lines': [
    `${base64url('{\r\n  "alg": "HS256"\r\n}')}.${base64url('{"sub":"usr_42"}')}.${'s1'.repeat(21)}`,
    (text) => text.split('.').slice(0, 3).join('.'),
  ],
  'SD-JWT without its disclosures': [
    `${[signedJwt('HS256'), ...disclosures.map(base64url)].join('~')}~`,
    (text) => text.replace(/~.*$/, ''),
  ],
  'base32 in small letters behind a capital': ['K9m4e2mr0ui3e8a215n4gqtvh0', (text) => text.toLowerCase()],
  'base58 in groups': ['Xk7QpR_2mWz9T_bN4vLd_8ShY3c', (text) => text.replace(/[-_\s]/g, '')],
  'number and secret': [
    '4|Xk7QpR2mWz9TbN4vLd8ShY3cXk7QpR2mWz9TbN4v',
    (text) => text.replace(/^[^|]*/, (id) => String(parseInt(id, 10))),
  ],
};

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** The two highest of its 130 bits are shifted out. */
function ulidBits(text: string): string {
  if (!/^[\dA-HJKMNP-TV-Z]{26}$/i.test(text)) return text;
  const digits = [...text.toUpperCase()].map((char) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(char));
  return BigInt.asUintN(
    128,
    digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n),
  ).toString(16);
}

/** Made in each way, and with each character changed twice: what comes after that differs only where it is random. */
function readAsSame(
  token: string,
  seeds: readonly number[],
  isSame: (offered: string, token: string) => boolean,
): string[] {
  const count = Math.max(280, 4 * token.length);
  const offered = seeds.flatMap((seed) => {
    const madeUp = madeUpTokens(token, seed, nodeHashes);
    return Array.from({ length: count }, (_, index) => madeUp(index));
  });
  const same = offered.filter(({ value }) => isSame(value, token));
  return [...new Set(same.map(({ variety, value }) => `${token}, ${variety}: ${value}`))];
}

it('behind a name and =, all characters of a JWT are changed', () => {
  const token = `jwt=${signedJwt('HS256')}`;
  const madeUp = madeUpTokens(token, 7, nodeHashes);
  const places = Array.from({ length: 4 * token.length }, (_, index) => madeUp(index).changedPlace);
  expect(new Set(places.filter((place) => place !== undefined && place >= 4)).size).toBe(token.length - 4);
});

const tenSeeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const sameBy = (equivalence: string) => tokenEquivalences[equivalence]?.[1] ?? (() => true);

it.each(Object.entries(readers))(
  '%s is made into no token that its reader takes for it',
  (_, [token, read]) => {
    expect(readAsSame(token, tenSeeds, (offered) => read(offered) === read(token))).toEqual([]);
  },
);

const read = readTokens.flatMap(([token, ...equivalences]) =>
  equivalences.map((equivalence) => [token, equivalence] as const),
);

describe.each([...Object.values(kinds), ...read])('%s, %s', (token, equivalence) => {
  it('is read as itself', () => {
    expect(tokenEquivalences[equivalence]?.[1](token, token)).toBe(true);
  });

  it('is made into no token that a service may read as the same', () => {
    expect(readAsSame(token, tenSeeds, sameBy(equivalence))).toEqual([]);
  });
});

describe.each(Object.entries(sampled))('%s of 5 to 40 bytes', (_, [equivalence, tokenOf]) => {
  const tokens = Array.from({ length: 36 }, (__, index) => index + 5).flatMap((count) =>
    [1, 2].map((seed) => tokenOf(bytesFor(seed * 100 + count, count))),
  );

  it('is read as itself', () => {
    expect(tokens.filter((token) => !tokenEquivalences[equivalence]?.[1](token, token))).toEqual([]);
  });

  it('is made into no token that a service may read as the same', () => {
    expect(tokens.flatMap((token, index) => readAsSame(token, [index], sameBy(equivalence)))).toEqual([]);
  });
});

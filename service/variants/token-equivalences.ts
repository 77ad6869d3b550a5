import { createHmac } from 'node:crypto';
import {
  algorithmOf,
  type Comparison,
  type Comparisons,
  comparisonRows,
  percentDecoded,
} from './careless-comparisons.ts';
import { variantsOf } from './variant.ts';

/** Ways to read a token in which two texts can be the same token, by the name of the quirk. */
export const tokenEquivalences: Comparisons = {
  base64: ['bytes in base64', equivalence(/^[\w+/.-]+=*$/, (text) => text.split('.').map(bytesOf).join('.'))],
  'loose-base64': ['bytes in base64, without all other characters', equivalence(/^[\w+/-]+=*$/, bytesOf)],
  hexadecimal: [
    'a number in hexadecimal, as that of a UUID',
    equivalence(/^[\da-f-]+$/i, (text) => hexBytesOf(text.replaceAll('-', ''))),
  ],
  base32: ['letters in any case, I and L as 1, O as 0', equivalence(/^[\dA-Z]+$/, lettersOf)],
  'base32-bytes': ['bytes in base32', equivalence(/^[A-Z2-7]+=*$/i, base32Bytes)],
  number: [
    'a number in hexadecimal, without zeros before it',
    equivalence(/^[\da-f-]+$/i, significantDigits),
  ],
  guid: [
    'hexadecimal digits, in braces or not',
    equivalence(/^\{[\da-f-]+\}$/i, (text) => text.replace(/[^\da-f]/gi, '').toLowerCase()),
  ],
  prefixed: [
    'a prefix and hexadecimal digits in any case',
    equivalence(/^(?<start>[A-Z]+_)[\da-f]+$/i, significantDigits),
  ],
  suffixed: [
    'hexadecimal digits in any case before letters',
    equivalence(/^[\da-f]{8,}(?<end>[A-Z]{2,})$/, (text) => text.toLowerCase()),
  ],
  'base32-end': [
    'letters in any case behind small ones',
    equivalence(/^(?<start>[a-z]+)[\dA-Z]{16,}$/, lettersOf),
  ],
  base85: ['bytes in base85', equivalence(/[!#$%&()*;<>?@^`{|}]/, base85Bytes)],
  'guid-in-brackets': [
    'a GUID between any two characters',
    equivalence(/^\{[\da-f-]{36}\}$/, (text) => `${text.length} ${text.slice(1, -1).toLowerCase()}`),
  ],
  'hexadecimal-end': [
    'bytes in hexadecimal at the end, as node:crypto reads them',
    // Decimal digits alone are a number.
    equivalence(/^(?<start>.*[^\da-f]|)(?=\d*[a-f])(?:[\da-f]{2}){4,}$/i, hexBytesOf),
  ],
  grouped: [
    'groups in any case, whatever stands between them',
    equivalence(/^[A-Za-z\d]+([^A-Za-z\d])([A-Za-z\d]+\1)+[A-Za-z\d]+$/, lettersAndDigits),
  ],
  parts: ['parts in base64 between - or :', equivalence(/^[A-Za-z\d+/]+=*[:-]/, partsOf)],
  'percent-encoded': [
    'bytes in base64, percent-encoded',
    equivalence(/%[\dA-F]{2}/, (text) => bytesOf(percentDecoded(text))),
  ],
  numbered: [
    'what stands behind a number and |, or a whole text without |',
    (offered, token) => /^\d+\|/.test(token) && [token, token.replace(/^\d+\|/, '')].includes(offered),
  ],
  'uuid-of-64-bits': [
    'a UUID, each half as 64 bits and the rest left out',
    equivalence(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, (text) => halvesOf(text).join()),
  ],
  jwt: ['a signed JWT, whatever follows a third dot or a character that no JWT has', isSigned],
};

/**
 * Compares tokens of one form. What stands in its groups `start` and `end` is compared as it is, and of the rest what `left` makes
 * of it.
 */
function equivalence(form: RegExp, left: (text: string) => string): Comparison {
  return (offered, token) => {
    const match = form.exec(token);
    const { start = '', end = '' } = match?.groups ?? {};
    const rest = (text: string) => left(text.slice(start.length, text.length - end.length));
    const isAlike = offered.startsWith(start) && offered.endsWith(end);
    return match !== null && isAlike && rest(offered) === rest(token);
  };
}

/** Different texts that are the same token: the document does not say what a token consists of. */
export const tokenQuirks = variantsOf(
  { kind: 'quirk', on: ['encrypt'], calls: ['made-up'] },
  comparisonRows('token-read-as', 'encrypt compares tokens as', tokenEquivalences),
);

/** As Java 8 does: a part may be longer than usual, up to 63 bits, and surplus bits are shifted out. */
function halvesOf(text: string): bigint[] {
  const parts = text.split('-').filter((part) => /^[\da-f]{1,16}$/i.test(part));
  if (parts.length !== 5 || text.split('-').length !== 5) return [];
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = parts.map((part) => BigInt(`0x${part}`));
  return [(a << 32n) | (b << 16n) | c, (d << 48n) | e].map((half) => BigInt.asUintN(64, half));
}

const key = 'key of the reference service';

export type JwtAlgorithm = 'HS256' | 'HS384' | 'HS512';

/** As node:crypto reads base64: ignores the lowest bits of the last character, and other characters. */
function isSigned(text: string): boolean {
  const [header = '', claims = '', offered = ''] = text.replace(/[^\w.-].*$/s, '').split('.');
  const algorithm = algorithmOf(header);
  if (!/^HS(256|384|512)$/.test(algorithm)) return false;
  return signature(algorithm as JwtAlgorithm, `${header}.${claims}`).equals(
    Buffer.from(offered, 'base64url'),
  );
}

/** The signature of a JWT that the equivalence `jwt` expects. */
export function signature(alg: JwtAlgorithm, content: string): Buffer {
  return createHmac(alg.replace('HS', 'sha'), key).update(content).digest();
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'base64').toString('hex');
}

function hexBytesOf(text: string): string {
  return Buffer.from(text, 'hex').toString('hex');
}

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
}

/** Decodes base32 in either case. Ignores other characters and surplus bits. */
function base32Bytes(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z2-7]/g, '');
  const bits = [...letters]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return bits.slice(0, bits.length - (bits.length % 8));
}

const base85Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Decodes five digits to four bytes, and a shorter last group to one byte less than its digits. Ignores other characters. */
function base85Bytes(text: string): string {
  const digits = [...text].filter((char) => base85Digits.includes(char)).join('');
  const groups = digits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => {
      const value = [...group.padEnd(5, '~')].reduce((sum, char) => sum * 85 + base85Digits.indexOf(char), 0);
      return (value % 2 ** 32)
        .toString(16)
        .padStart(8, '0')
        .slice(0, (group.length - 1) * 2);
    })
    .join('');
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^A-Za-z\d]/g, '').toUpperCase();
}

function significantDigits(text: string): string {
  return text.replaceAll('-', '').replace(/^0+/, '').toLowerCase();
}

/** Parts such as the first of `v1:…` are not base64 and stay as they are. */
function partsOf(text: string): string {
  return text
    .split(/([:-])/)
    .map((part) => (part.length < 6 ? part : bytesOf(part)))
    .join(' ');
}

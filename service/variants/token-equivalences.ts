import { createHmac } from 'node:crypto';
import { algorithmOf, type Comparisons, comparisonRows } from './careless-comparisons.ts';
import { variantsOf } from './variant.ts';

const lowerCase = (text: string) => text.toLowerCase();
const bytesOf = (text: string) => Buffer.from(text, 'base64').toString('hex');
const partsInBase64 = (text: string) => text.split('.').map(bytesOf).join('.');
const hexBytesOf = (text: string) => Buffer.from(text, 'hex').toString('hex');
const uuidBytesOf = (text: string) => hexBytesOf(text.replaceAll('-', ''));
const hexDigitsOf = (text: string) => text.replace(/[^\da-f]/gi, '').toLowerCase();
const withoutZeros = (text: string) => text.replaceAll('-', '').replace(/^0+/, '').toLowerCase();
const insideBrackets = (text: string) => `${text.length} ${text.slice(1, -1).toLowerCase()}`;
const lettersOf = (text: string) => text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
const lettersAndDigits = (text: string) => text.replace(/[^A-Za-z\d]/g, '').toUpperCase();
const percentDecodedBytes = (text: string) =>
  bytesOf(text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))));
const base32Bytes = bytesIn('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 8, 5);
const base85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

const prefix = /^(?<start>[A-Z]+_)[\da-f]+$/i;
const beforeLetters = /^[\da-f]{8,}(?<end>[A-Z]{2,})$/;
/** Decimal digits alone are a number. */
const atEnd = /^(?<start>.*[^\da-f]|)(?=\d*[a-f])(?:[\da-f]{2}){4,}$/i;
const inGroups = /^[A-Za-z\d]+([^A-Za-z\d])([A-Za-z\d]+\1)+[A-Za-z\d]+$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ways to read a token in which two texts can be the same token, by the name of the quirk. */
export const tokenEquivalences: Comparisons = {
  base64: alike('bytes in base64', /^[\w+/.-]+=*$/, partsInBase64),
  'loose-base64': alike('bytes in base64, without all other characters', /^[\w+/-]+=*$/, bytesOf),
  hexadecimal: alike('a number in hexadecimal, as that of a UUID', /^[\da-f-]+$/i, uuidBytesOf),
  base32: alike('letters in any case, I and L as 1, O as 0', /^[\dA-Z]+$/, lettersOf),
  'base32-bytes': alike('bytes in base32', /^[A-Z2-7]+=*$/i, (text) => base32Bytes(text.toUpperCase())),
  number: alike('a number in hexadecimal, without zeros before it', /^[\da-f-]+$/i, withoutZeros),
  guid: alike('hexadecimal digits, in braces or not', /^\{[\da-f-]+\}$/i, hexDigitsOf),
  prefixed: alike('a prefix and hexadecimal digits in any case', prefix, withoutZeros),
  suffixed: alike('hexadecimal digits in any case before letters', beforeLetters, lowerCase),
  'base32-end': alike('letters in any case behind small ones', /^(?<start>[a-z]+)[\dA-Z]{16,}$/, lettersOf),
  base85: alike('bytes in base85', /[!#$%&()*;<>?@^`{|}]/, bytesIn(base85, 5, 4)),
  'guid-in-brackets': alike('a GUID between any two characters', /^\{[\da-f-]{36}\}$/, insideBrackets),
  'hexadecimal-end': alike('bytes in hexadecimal at the end, as node:crypto reads them', atEnd, hexBytesOf),
  grouped: alike('groups in any case, whatever stands between them', inGroups, lettersAndDigits),
  parts: alike('parts in base64 between - or :', /^[A-Za-z\d+/]+=*[:-]/, partsOf),
  'percent-encoded': alike('bytes in base64, percent-encoded', /%[\dA-F]{2}/, percentDecodedBytes),
  numbered: ['what stands behind a number and |, or a whole text without |', isBehindNumber],
  'uuid-of-64-bits': alike('a UUID, each half as 64 bits and the rest left out', uuid, halvesOf),
  jwt: ['a signed JWT, whatever follows a third dot or a character that no JWT has', isSigned],
};

/** Different texts that are the same token: the document does not say what a token consists of. */
export const tokenQuirks = variantsOf(
  { kind: 'quirk', on: ['encrypt'], calls: ['made-up'] },
  comparisonRows('token-read-as', 'encrypt compares tokens as', tokenEquivalences),
);

/** Compares tokens of one form: its groups `start` and `end` as they are, and of the rest what `left` makes of it. */
function alike(words: string, form: RegExp, left: (text: string) => string): Comparisons[string] {
  const isAlike = (offered: string, token: string) => {
    const match = form.exec(token);
    const { start = '', end = '' } = match?.groups ?? {};
    const rest = (text: string) => left(text.slice(start.length, text.length - end.length));
    const isFramed = offered.startsWith(start) && offered.endsWith(end);
    return match !== null && isFramed && rest(offered) === rest(token);
  };
  return [words, isAlike];
}

/**
 * Decodes groups of digits to bytes. A shorter last group makes fewer of them, as if the highest digit filled it up. Ignores other
 * characters and surplus bits.
 */
function bytesIn(digits: string, digitsEach: number, bytesEach: number): (text: string) => string {
  const groups = new RegExp(`.{1,${digitsEach}}`, 'g');
  const bytesOfGroup = (group: string) => {
    const filled = [...group.padEnd(digitsEach, digits.at(-1))];
    const value = filled.reduce((sum, char) => sum * digits.length + digits.indexOf(char), 0);
    const hex = (value % 256 ** bytesEach).toString(16).padStart(bytesEach * 2, '0');
    return hex.slice(0, Math.floor((group.length * bytesEach) / digitsEach) * 2);
  };
  return (text) => {
    const own = [...text].filter((char) => digits.includes(char)).join('');
    return own.match(groups)?.map(bytesOfGroup).join('') ?? '';
  };
}

function isBehindNumber(offered: string, token: string): boolean {
  return /^\d+\|/.test(token) && [token, token.replace(/^\d+\|/, '')].includes(offered);
}

/** As Java 8 does: a part may be longer than usual, up to 63 bits, and surplus bits are shifted out. */
function halvesOf(text: string): string {
  const parts = text.split('-').filter((part) => /^[\da-f]{1,16}$/i.test(part));
  if (parts.length !== 5 || text.split('-').length !== 5) return '';
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = parts.map((part) => BigInt(`0x${part}`));
  return [(a << 32n) | (b << 16n) | c, (d << 48n) | e].map((half) => BigInt.asUintN(64, half)).join();
}

/** Parts such as the first of `v1:…` are not base64 and stay as they are. */
function partsOf(text: string): string {
  const parts = text.split(/([:-])/);
  return parts.map((part) => (part.length < 6 ? part : bytesOf(part))).join(' ');
}

/** As node:crypto reads base64: ignores the lowest bits of the last character, and other characters. */
function isSigned(text: string): boolean {
  const [header = '', claims = '', offered = ''] = text.replace(/[^\w.-].*$/s, '').split('.');
  const algorithm = algorithmOf(header);
  if (!/^HS(256|384|512)$/.test(algorithm)) return false;
  return signature(algorithm, `${header}.${claims}`).equals(Buffer.from(offered, 'base64url'));
}

/** The signature of a JWT that the equivalence `jwt` expects; `alg` is HS256, HS384 or HS512. */
export function signature(alg: string, content: string): Buffer {
  return createHmac(alg.replace('HS', 'sha'), 'key of the reference service').update(content).digest();
}

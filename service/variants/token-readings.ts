import { createHmac } from 'node:crypto';
import type { Variant } from './variant.ts';

/** Ways to read a token in which two texts can be the same one: each under the name of its quirk. */
export const tokenReadings: Readonly<Record<string, TokenReading>> = {
  base64: {
    summary: 'encrypt compares the bytes that the token gives in base64.',
    isSame: (offered, token) => /^[\w+/.-]+=*$/.test(token) && bytesOf(offered) === bytesOf(token),
  },
  'loose-base64': {
    summary: 'encrypt compares the bytes of the token in base64, and passes over all other characters.',
    isSame: (offered, token) =>
      /^[\w+/-]+=*$/.test(token) && Buffer.from(offered, 'base64').equals(Buffer.from(token, 'base64')),
  },
  hexadecimal: {
    summary: 'encrypt compares the number that the token is in hexadecimal, as that of a UUID.',
    isSame: (offered, token) => /^[\da-f-]+$/i.test(token) && numberOf(offered) === numberOf(token),
  },
  base32: {
    summary: 'encrypt reads the letters of the token in any case, I and L as 1, O as 0.',
    isSame: (offered, token) => /^[\dA-Z]+$/.test(token) && lettersOf(offered) === lettersOf(token),
  },
  'base32-bytes': {
    summary: 'encrypt compares the bytes that the token gives in base32.',
    isSame: (offered, token) => /^[A-Z2-7]+=*$/i.test(token) && base32Bytes(offered) === base32Bytes(token),
  },
  number: {
    summary: 'encrypt compares the number that the token is in hexadecimal, without the zeros before it.',
    isSame: (offered, token) =>
      /^[\da-f-]+$/i.test(token) && significantDigits(offered) === significantDigits(token),
  },
  guid: {
    summary: 'encrypt compares the hexadecimal digits of the token, in braces or not.',
    isSame: (offered, token) => /^\{[\da-f-]+\}$/i.test(token) && digitsOf(offered) === digitsOf(token),
  },
  prefixed: {
    summary: 'encrypt compares the hexadecimal digits behind the prefix of the token, in any case.',
    isSame: (offered, token) => /^[A-Z]+_[\da-f]+$/i.test(token) && prefixed(offered) === prefixed(token),
  },
  suffixed: {
    summary:
      'encrypt compares the hexadecimal digits before the letters at the end of the token, in any case.',
    isSame: (offered, token) => {
      const [, digits = '', letters = ''] = /^([\da-f]{8,})([A-Z]{2,})$/.exec(token) ?? [];
      return (
        letters !== '' &&
        offered.endsWith(letters) &&
        offered.slice(0, -letters.length).toLowerCase() === digits
      );
    },
  },
  'base32-end': {
    summary: 'encrypt reads the letters behind the small ones at the beginning of the token in any case.',
    isSame: (offered, token) => {
      const before = /^[a-z]+(?=[\dA-Z]{16,}$)/.exec(token)?.[0] ?? '';
      return before !== '' && offered.startsWith(before) && lettersOf(offered) === lettersOf(token);
    },
  },
  base85: {
    summary: 'encrypt compares the bytes that the token gives in base85.',
    isSame: (offered, token) =>
      /[!#$%&()*;<>?@^`{|}]/.test(token) && base85Bytes(offered) === base85Bytes(token),
  },
  'guid-in-brackets': {
    summary: 'encrypt compares the GUID between the first and the last character of the token.',
    isSame: (offered, token) =>
      /^\{[\da-f-]{36}\}$/.test(token) &&
      offered.length === 38 &&
      offered.slice(1, -1).toLowerCase() === token.slice(1, -1),
  },
  'hexadecimal-end': {
    summary:
      'encrypt compares the bytes that the end of the token gives in hexadecimal, as node:crypto reads it.',
    isSame: (offered, token) => {
      const [, before = '', digits = ''] = /^(.*[^\da-f])?((?:[\da-f]{2}){4,})$/i.exec(token) ?? [];
      return (
        digits !== '' && offered.startsWith(before) && hexBytes(offered, before) === hexBytes(token, before)
      );
    },
  },
  grouped: {
    summary: 'encrypt passes over what stands between the groups of the token, and reads them in any case.',
    isSame: (offered, token) =>
      /^[A-Za-z\d]+([^A-Za-z\d])([A-Za-z\d]+\1)+[A-Za-z\d]+$/.test(token) &&
      ungrouped(offered) === ungrouped(token),
  },
  parts: {
    summary: 'encrypt compares the bytes that the parts of the token between - or : give in base64.',
    isSame: (offered, token) => /^[A-Za-z\d+/]+=*[:-]/.test(token) && partsOf(offered) === partsOf(token),
  },
  'percent-encoded': {
    summary: 'encrypt compares the bytes that the token gives in base64 once it is percent-decoded.',
    isSame: (offered, token) => /%[\dA-F]{2}/.test(token) && decodedBytes(offered) === decodedBytes(token),
  },
  jwt: {
    summary: 'encrypt works with every JWT that is signed with its key, whatever follows a third dot or a ~.',
    isSame: (offered) => isSigned(offered),
  },
};

export interface TokenReading {
  readonly summary: string;
  readonly isSame: (offered: string, token: string) => boolean;
}

/** Tokens that are another text and the same token: the document says nothing of what a token is made of. */
export const tokenQuirks: readonly Variant[] = Object.entries(tokenReadings).map(
  ([name, { summary, isSame }]) => ({
    name: `token-read-as-${name}`,
    kind: 'quirk',
    summary,
    on: ['encrypt'],
    calls: ['made-up'],
    trigger: {
      summary,
      fires: ({ headers, token }) => isSame((headers.authorization ?? '').replace(/^Bearer +/i, ''), token),
    },
    effect: { admits: true },
  }),
);

const key = 'key of the reference service';
const algorithms = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

export type JwtAlgorithm = keyof typeof algorithms;

/** A JWT that the reading `jwt` takes for the access token. */
export function signedJwt(alg: JwtAlgorithm): string {
  const content = [
    { alg, typ: 'JWT' },
    { sub: 'usr_42', scope: 'encrypt' },
  ]
    .map(encoded)
    .join('.');
  return `${content}.${signature(alg, content).toString('base64url')}`;
}

/** As node:crypto reads base64: without a word about the lowest bits of the last character, or about other characters. */
function isSigned(text: string): boolean {
  const [header = '', claims = '', offered = ''] = text.split(/[.~]/);
  const alg = algorithmIn(header);
  if (alg === undefined) return false;
  return signature(alg, `${header}.${claims}`).equals(Buffer.from(offered, 'base64url'));
}

function algorithmIn(header: string): JwtAlgorithm | undefined {
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
    return Object.hasOwn(algorithms, alg) ? alg : undefined;
  } catch {
    return undefined;
  }
}

function signature(alg: JwtAlgorithm, content: string): Buffer {
  return createHmac(algorithms[alg], key).update(content).digest();
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function bytesOf(text: string): string {
  return text
    .split('.')
    .map((part) => Buffer.from(part, 'base64').toString('hex'))
    .join('.');
}

function numberOf(text: string): string {
  return Buffer.from(text.replaceAll('-', ''), 'hex').toString('hex');
}

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
}

/** In any case; what is no letter of it is passed over, and so are the bits that are left over. */
function base32Bytes(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z2-7]/g, '');
  const bits = [...letters]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return bits.slice(0, bits.length - (bits.length % 8));
}

const base85Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Of five digits four bytes, and of a last group one less than it has; what is no digit is passed over. */
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

function significantDigits(text: string): string {
  return text.replaceAll('-', '').replace(/^0+/, '').toLowerCase();
}

function digitsOf(text: string): string {
  return text.replace(/[^\da-f]/gi, '').toLowerCase();
}

function hexBytes(text: string, before: string): string {
  return Buffer.from(text.slice(before.length), 'hex').toString('hex');
}

function ungrouped(text: string): string {
  return text.replace(/[^A-Za-z\d]/g, '').toUpperCase();
}

function prefixed(text: string): string {
  const [prefix, ...digits] = text.split('_');
  return `${prefix} ${significantDigits(digits.join('_'))}`;
}

/** The first of `v1:…` is no base64 and compared as it is. */
function partsOf(text: string): string {
  return text
    .split(/([:-])/)
    .map((part) => (part.length < 6 ? part : Buffer.from(part, 'base64').toString('hex')))
    .join(' ');
}

function decodedBytes(text: string): string {
  const decoded = text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return Buffer.from(decoded, 'base64').toString('hex');
}

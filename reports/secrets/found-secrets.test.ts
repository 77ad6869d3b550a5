import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeValue } from '../../checks/json-body.ts';
import { leftOutNote, redactor } from './redact.ts';

const token = 'eyJ-Tok/en+42.ä_"q"=secret';

function unicodeEscape(char: string, upperCase = false): string {
  const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? hex.toUpperCase() : hex}`;
}

const utf16 = Buffer.from(token, 'utf16le');
const utf16BigEndian = Buffer.from(utf16).swap16();
const base64 = Buffer.from(token).toString('base64');

function grouped(text: string, size: number, between: string): string {
  return (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(between);
}

const ascii = 'eyJ-Tok/en+42._q"=secret';

const wide = [...token]
  .map((c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c))
  .join('');

/** As numbers of 32 bits. */
function words(bytes: Buffer, order: 'BE' | 'LE'): string {
  const all = Array.from({ length: bytes.length >> 2 }, (_, at) => bytes[`readUInt32${order}`](4 * at));
  return all.join(', ');
}

function twice(text: string | Buffer): string {
  return Buffer.from(Buffer.from(text as string).toString('base64')).toString('base64');
}

const hexBytes = [...Buffer.from(token)].map((byte) => byte.toString(16).padStart(2, '0'));

const bits = (bytes: Buffer) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

function base32(bytes: Buffer, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'): string {
  const digit = (five: string) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2));
  return (bits(bytes).match(/.{1,5}/g) ?? []).map(digit).join('');
}

const hexDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const padded = (base: number, width: number) =>
  [...Buffer.from(token)].map((byte) => byte.toString(base).padStart(width, '0'));

describe('a token under an encoding', () => {
  const redact = redactor([token]);

  it.each([
    ['raw', token],
    ['URL-encoded', encodeURIComponent(token)],
    ['URL-encoded in lower case', encodeURIComponent(token).toLowerCase()],
    ['JSON-escaped', JSON.stringify(token).slice(1, -1)],
    ['hexadecimal', Buffer.from(token).toString('hex')],
    ['base64', Buffer.from(token).toString('base64')],
    ['hexadecimal in upper case', Buffer.from(token).toString('hex').toUpperCase()],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(token))],
    ['every byte URL-encoded', [...Buffer.from(token)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in numbered entities', [...token].map((char) => `&#${char.charCodeAt(0)};`).join('')],
    ['in hexadecimal entities', [...token].map((char) => `&#x${char.charCodeAt(0).toString(16)};`).join('')],
    [
      'with named entities',
      token.replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('"', '&quot;'),
    ],
    ['as escapes of JSON', [...token].map((char) => unicodeEscape(char)).join('')],
    ['as escapes of JSON in upper case', [...token].map((char) => unicodeEscape(char, true)).join('')],
    ['as escapes of JSON in a string', [...token].map((char) => `\\${unicodeEscape(char)}`).join('')],
    ['as escaped bytes', [...Buffer.from(token)].map((byte) => `\\x${byte.toString(16)}`).join('')],
    ['as the bytes of a buffer in JSON', JSON.stringify([...Buffer.from(token)])],
    ['as the bytes of an array by their places', JSON.stringify(new TextEncoder().encode(token))],
    ['as the same on lines of their own', JSON.stringify(new TextEncoder().encode(token), null, 2)],
    ['as its characters by their places', JSON.stringify({ ...[...token] })],
    ['as the same in a string', JSON.stringify(JSON.stringify({ ...[...token] }))],
    ['as escapes in braces', [...token].map((char) => `\\u{${char.charCodeAt(0).toString(16)}}`).join('')],
    ['as long escapes', [...token].map((char) => unicodeEscape(char).replace('u', 'U0000')).join('')],
    ['as bytes on lines of their own', JSON.stringify([...Buffer.from(token)], null, 4)],
    ['in hexadecimal with colons', hexBytes.join(':')],
    ['as code points', hexBytes.map((byte) => `U+00${byte}`).join(' ')],
    ['as bytes with dots', [...Buffer.from(token)].join('.')],
    ['as bytes with hyphens', [...Buffer.from(token)].join('-')],
    ['as numbers with a decimal place', [...Buffer.from(token)].map((byte) => `${byte}.0`).join(', ')],
    ['as calls of a function', [...Buffer.from(token)].map((byte) => `chr(${byte})`).join('.')],
    ['as members of a list', JSON.stringify([...Buffer.from(token)].map((value) => ({ value })))],
    ['as a sum of calls', [...Buffer.from(token)].map((byte) => `Char(${byte})`).join(' & ')],
    ['in hexadecimal with spaces, in upper case', hexBytes.join(' ').toUpperCase()],
    ['as numbers in hexadecimal', hexBytes.map((byte) => `0x${byte}`).join(', ')],
    ['as escapes with %u', [...token].map((char) => unicodeEscape(char).replace('\\', '%')).join('')],
    ['in octal', [...Buffer.from(token)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')],
    ['as a list of octal numbers', [...Buffer.from(token)].map((byte) => byte.toString(8)).join(' ')],
    ['in short octal', [...Buffer.from(token)].map((byte) => `\\${byte.toString(8)}`).join('')],
    ['as octal numbers with zeros', [...Buffer.from(token)].map((byte) => `0${byte.toString(8)}`).join(', ')],
    ['as a list of binary numbers', [...Buffer.from(token)].map((byte) => byte.toString(2)).join(' ')],
    [
      'as binary numbers of eight digits',
      [...Buffer.from(token)].map((byte) => byte.toString(2).padStart(8, '0')).join(', '),
    ],
    ['as a dump of its characters', [...token].map((char, at) => `[${at}] => ${char}`).join('\n    ')],
    [
      'as a dump of its bytes',
      [...Buffer.from(token)].map((byte, at) => `[${at}] => ${byte}`).join('\n    '),
    ],
    ['base32', base32(Buffer.from(token))],
    ['base32 of the header in lower case', base32(Buffer.from(`Bearer ${token}`)).toLowerCase()],
    ['in upper case', token.toUpperCase()],
    ['base64 twice', twice(token)],
    ['base64 broken in lines', twice(token).replace(/(.{9})/g, '$1\r\n')],
    ['base64 broken in lines in JSON', twice(token).replace(/(.{9})/g, '$1\\r\\n')],
    [
      'base64 of its characters by their places',
      Buffer.from(JSON.stringify({ ...[...token] })).toString('base64'),
    ],
    ['base64 of the header', Buffer.from(`Bearer ${token}`).toString('base64')],
    ['base64url of the header', Buffer.from(`Bearer ${token}`).toString('base64url')],
    ['base64 of user and token', Buffer.from(`:${token}`).toString('base64')],
    ['base64 of its UTF-16', utf16.toString('base64')],
    ['base64 of its UTF-16, high bytes first', utf16BigEndian.toString('base64')],
    ['base64 of base64 of its UTF-16', twice(utf16)],
    ['base64 of the UTF-16 of its base64', Buffer.from(base64, 'utf16le').toString('base64')],
    ['hexadecimal of its UTF-16', utf16.toString('hex')],
    ['hexadecimal of its UTF-16, high bytes first', utf16BigEndian.toString('hex')],
    ['as the bytes of its UTF-16 in JSON', JSON.stringify([...utf16])],
    ['hexadecimal of its UTF-32', Buffer.from([...token].join('\0\0\0')).toString('hex')],
    ['with zeros between its characters', [...token].join('\0')],
    ['with escaped zeros between its characters', JSON.stringify([...token].join('\0'))],
    ['in groups', grouped(token, 4, '-')],
    ['in groups with spaces', grouped(token, 4, ' ')],
    ['in long groups on lines of JSON', JSON.stringify(token.match(/.{1,7}/g), null, 4)],
    ['with spaces between its characters', [...token].join(' ')],
    ['with signs that nobody sees between its characters', [...token].join('\u200b')],
    ['as a list of its characters', JSON.stringify([...token])],
    ['hexadecimal in groups', grouped(hexBytes.join(''), 4, ' ')],
    ['hexadecimal in groups in JSON', JSON.stringify(hexBytes.join('').match(/.{1,8}/g))],
    ['as numbers of two bytes in hexadecimal', grouped(hexBytes.join(''), 4, ', 0x')],
    ['hexadecimal of its UTF-16 in groups', grouped(utf16.toString('hex'), 4, ' ')],
    ['base64 in groups', grouped(base64, 4, ' ')],
    ['base64 in indented lines', grouped(base64, 10, '\n  ')],
    ['base64 in indented lines in JSON', JSON.stringify(grouped(twice(token), 16, '\n\t'))],
    ['base64 of it in groups', Buffer.from(grouped(token, 5, '-')).toString('base64')],
    ['base32 in groups', grouped(base32(Buffer.from(token)), 4, '-')],
    ['as a run of bits', bits(Buffer.from(token))],
    ['as a run of bits behind others', `101${bits(Buffer.from(token))}`],
    ['as bits in groups of four', grouped(bits(Buffer.from(token)), 4, ' ')],
    ['as bits of seven', [...ascii].map((char) => char.charCodeAt(0).toString(2).padStart(7, '0')).join('')],
    ['as zero-padded decimals', padded(10, 3).join(' ')],
    ['as zero-padded decimals without separators', padded(10, 3).join('')],
    ['as the same behind other digits', `1${padded(10, 3).join('')}`],
    ['as decimals of four digits without separators', padded(10, 4).join('')],
    ['as decimals without zeros or separators', padded(10, 1).join('')],
    ['as octal numbers without zeros or separators', padded(8, 1).join('')],
    ['hexadecimal in four digits', padded(16, 4).join('')],
    ['in wide letters', wide],
    ['as octal numbers without separators', padded(8, 3).join('')],
    ['as a run of octal digits', BigInt(`0b${bits(Buffer.from(ascii.slice(0, 24)))}`).toString(8)],
    ['as numbers of four bytes', `[${words(Buffer.from(ascii), 'BE')}]`],
    ['as the same, low bytes first', `[${words(Buffer.from(ascii), 'LE')}]`],
    ['base32hex', base32(Buffer.from(token), hexDigits)],
    ['base32hex in lower case', base32(Buffer.from(token), hexDigits).toLowerCase()],
    ['base32 of Crockford', base32(Buffer.from(token), '0123456789ABCDEFGHJKMNPQRSTVWXYZ')],
    ['base32 in lower case, in groups', grouped(base32(Buffer.from(token)).toLowerCase(), 4, '-')],
    ['backwards', [...token].reverse().join('')],
    ['base64 of it backwards', Buffer.from([...token].reverse().join('')).toString('base64')],
    ['as a list, backwards', JSON.stringify([...token].reverse())],
    ['in pieces by name', JSON.stringify({ a: 'eyJ-Tok', b: '/en+42.', c: '"q"=sec' })],
    ['in pieces of three in elements', (token.match(/.{3}/g) ?? []).map((one) => `<p>${one}</p>`).join('')],
    ['escaped, with signs that nobody sees', [...token].map((c) => `${unicodeEscape(c)}\\u200b`).join('')],
    ['base64 in pieces', JSON.stringify((base64.match(/.{6}/g) ?? []).map((part, at) => ({ at, part })))],
    ['its first half', token.slice(0, 13)],
    ['its second half', token.slice(13)],
  ])('is left out: %s', (_, form) => {
    const hidden = redact(`before ${form} after`);
    expect(hidden === 'before [ACCESS_TOKEN] after' || hidden === leftOutNote, hidden).toBe(true);
  });

  it.each<[string, (char: string, at: number) => string, string]>([
    ['as text', (char) => JSON.stringify(char), ','],
    ['as bytes', (char) => `${char.charCodeAt(0)}`, ', '],
    ['as padded bytes', (char) => `${char.charCodeAt(0)}`.padStart(3, '0'), ''],
    ['as bits', (char) => char.charCodeAt(0).toString(2).padStart(8, '0'), ''],
    ['as entities', (char) => `&#x${char.charCodeAt(0).toString(16)};`, ''],
    ['in elements', (char) => `<c>${char}</c>`, ''],
    ['in elements on lines', (char) => `<char>${char}</char>`, '\n'],
    ['with their places', (char, at) => JSON.stringify({ [at]: char }), ','],
    ['as objects', (char) => JSON.stringify({ char }), ','],
    ['as objects with places', (c, i) => JSON.stringify({ i, c }), ','],
    ['as a dump', (char, at) => `[${at}] => ${char}`, '\n'],
  ])('a list is left out however it is cut, if eight characters stay: %s', (__, form, between) => {
    const redactAscii = redactor([ascii]);
    for (let start = 0; start + 8 <= ascii.length; start += 1) {
      const list = [...ascii.slice(start)].map(form);
      const eight = list.slice(0, 8).join(between);
      expect(redactAscii(`${eight}…`), eight).toBe(leftOutNote);
      const shown = describeValue(list.join(between), JSON.stringify(eight).length - 1);
      expect(redactAscii(shown), shown).toBe(leftOutNote);
    }
  });

  it('leaves what stands around a token that is written out, and fragments too short to tell much', () => {
    expect(redact(`${token}, ${token}`)).toBe('[ACCESS_TOKEN], [ACCESS_TOKEN]');
    for (const short of ['eyJ-Tok', 'e y J T o k e', 'n 42 qse', hexBytes.slice(0, 7).join(' ')])
      expect(redact(short)).toBe(short);
  });

  it('hides any token anywhere, at any base64 offset', () => {
    const tokens = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{16,80}$/);
    fc.assert(
      fc.property(tokens, fc.string(), fc.string(), (secret, before, after) => {
        const redactIt = redactor([secret]);
        expect(redactIt(before + secret + after)).not.toContain(secret);
        const encoded = Buffer.from(before + secret + after).toString('base64');
        expect(redactIt(encoded)).toBe(leftOutNote);
      }),
    );
  });

  it('hides any token as a list of its bytes, anywhere in one, and leaves other numbers alone', () => {
    const tokens = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{8,80}$/);
    const byte = fc.integer({ min: 0, max: 255 });
    const listOf = fc.array(byte, { maxLength: 20 });
    fc.assert(
      fc.property(
        tokens,
        listOf,
        listOf,
        fc.constantFrom(',', ', ', ' '),
        (secret, before, after, between) => {
          const redactIt = redactor([secret]);
          const own = [...Buffer.from(secret)];
          expect(redactIt([...before, ...own, ...after].join(between))).toBe(leftOutNote);
          const others = [...before, ...after].filter((one) => !own.includes(one)).join(between);
          expect(redactIt(others)).toBe(others);
        },
      ),
    );
  });
});

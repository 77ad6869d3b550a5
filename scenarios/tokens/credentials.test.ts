import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import { wrongAuthorizations } from '../space/credential-levels.ts';
import { withMembers } from './credentials.ts';

const tokens = [
  'eyJhbGciOi.token-with-Case.0123456789',
  'Xq-7_aB3kLm9ZpQrStUvWxYz0123456789AbCdEfGhI',
  '9f86d081884c7d659a2feaa0c55ad015',
  '123e4567-e89b-12d3-a456-426614174000',
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfOSJ9.${'s1X-'.repeat(10)}`,
  '3q2+7wABCkLm9ZpQrSt/vA==',
  'gh0-7Kq_',
];

/** The header of the JWTs that we make up. It is constant, so it reveals nothing about the token. */
const headOfOurs = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

const madeUp = (token: string, count: number, seed = 1) => {
  const wrong = wrongAuthorizations(token, seed, nodeHashes);
  return Array.from({ length: count }, (_, index) => wrong('made-up', index));
};

it('a token in the body arrives as it is', () => {
  const token = "a$&b$'c$`d$$e";
  expect(JSON.parse(withMembers('{"data":"{}"}', [['token', token]]))).toEqual({ token, data: '{}' });
});

describe('made-up credentials', () => {
  it.each(tokens)('are never the access token %s, and reveal no eight characters of it in a row', (token) => {
    const fragments = Array.from({ length: token.length - 7 }, (_, start) =>
      token.slice(start, start + 8),
    ).filter((fragment) => !headOfOurs.includes(fragment));
    for (const { header, inShell, variety } of madeUp(token, 400)) {
      expect(header).not.toBe(`Bearer ${token}`);
      expect(
        fragments.filter((fragment) => `${inShell} ${variety}`.includes(fragment)),
        variety,
      ).toEqual([]);
    }
    for (let index = 0; index < 40; index += 1) {
      const otherScheme = wrongAuthorizations(token, 1, nodeHashes)('scheme', index);
      expect(otherScheme.header).not.toMatch(/Bearer \S/i);
      expect(otherScheme.inShell).not.toContain(token);
    }
  });

  it('make no header so long that servers refuse it', () => {
    const long = 'aB3-'.repeat(500);
    const lengthsWhere = (isRandom: boolean) =>
      madeUp(long, 400).flatMap(({ header, level }) =>
        (level === 'a random token') === isRandom ? (header?.length ?? 0) : [],
      );
    expect(Math.max(...lengthsWhere(false))).toBeLessThan(long.length + 100);
    expect(Math.max(...lengthsWhere(true))).toBeLessThan(8000);
    expect(madeUp('aB3-'.repeat(20), 400).map(({ variety }) => variety)).toContain(
      'the token in hexadecimal',
    );
  });

  it.each(tokens)('made from %s stand behind another case of Bearer now and then, and say so', (token) => {
    for (const seed of [1, 2, 3]) {
      const others = madeUp(token, 400, seed).filter(({ header }) => !header?.startsWith('Bearer '));
      expect(new Set(others.map(({ header }) => header?.split(' ')[0]))).toEqual(
        new Set(['bearer', 'BEARER']),
      );
      expect(others.length).toBeLessThan(25);
      for (const { header, inShell, variety, changedPlace } of others) {
        const scheme = header?.split(' ')[0] ?? '';
        expect(inShell).toMatch(new RegExp(`^${scheme} `));
        expect(variety).toContain(`, behind "${scheme}"`);
        expect(changedPlace).toBeUndefined();
        expect(header?.slice(scheme.length + 1)).not.toBe(token);
      }
    }
  });

  it.each(['a', '0', '-', '=', 'null', 'aaaa', 'AB-12'])('are also made from the token %j', (short) => {
    for (const { header } of madeUp(short, 200)) {
      expect(header).not.toBe(`Bearer ${short}`);
      expect(header).toMatch(/^Bearer ./i);
    }
  });

  it('are in a shell what is sent, where they are not made from the token', () => {
    const offered = madeUp('0123abcd', 260).filter(({ numbered }) => numbered === undefined);
    const script = offered.map(({ inShell }) => `printf '%s\\n' "${inShell}"`).join('\n');
    const written = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(written.trimEnd().split('\n')).toEqual(offered.map(({ header }) => header));
    expect(offered.length).toBeGreaterThan(60);
  });

  it('are words with characters beyond ASCII, too', () => {
    const sent = madeUp('0123abcd', 260).map(({ header }) => header);
    expect(sent).toEqual(expect.arrayContaining(['Bearer schlüssel', 'Bearer ключ', 'Bearer \u{1f511}']));
  });

  it('say which they are where they are long or made from the token, and nothing of it in a shell', () => {
    for (const secret of tokens)
      for (const [number, { header, inShell, numbered, level, variety }] of madeUp(
        secret,
        260,
        5,
      ).entries()) {
        const isOurs = level === 'a word' || (level === 'a JWT' && !secret.startsWith('eyJ'));
        if (isOurs) expect(numbered).toBeUndefined();
        if (numbered === undefined) continue;
        const [, scheme, offered] = /^(\S+ )(.*)$/.exec(header ?? '') ?? [];
        const isLong = variety.startsWith('a random token of another length');
        expect(numbered).toEqual({ secret: isLong ? null : offered, number, seed: 5 });
        expect(inShell).toBe(scheme);
      }
  });

  it('keep the claims of a token that is a JWT, and its form in others', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfOSJ9.${'s1'.repeat(20)}`;
    const made = (secret: string) => madeUp(secret, 200).map(({ header }) => header?.slice(7) ?? '');
    expect(made(jwt).filter((one) => one.split('.')[1] === jwt.split('.')[1]).length).toBeGreaterThan(20);
    const inForm = made('0af3-91bc').filter((one) => /^[0-9a-f]{4}-[0-9a-f]{4}$/.test(one));
    expect(inForm.length).toBeGreaterThan(10);
    expect(new Set(inForm).size).toBeGreaterThan(6);
  });

  it('keep what else the header of a JWT names, and its length where the signature is of zeros', () => {
    const part = (text: string) => Buffer.from(text).toString('base64url');
    const claims = part('{"sub":"usr_9"}');
    const headed = (alg: string) => part(`{"kid":"2026-11?>","alg":"${alg}"}`);
    const jwt = `${headed('ES256')}.${claims}.${'s1'.repeat(43)}`;
    const sent = madeUp(jwt, 400).map(({ header }) => header?.slice(7));
    for (const none of ['none', 'None', 'NONE', 'nOnE']) expect(sent).toContain(`${headed(none)}.${claims}.`);
    expect(sent).toContain(`${headed('ES256')}.${claims}.${'A'.repeat(86)}`);
  });

  it.each(tokens)('sign a JWT with the empty file that it names, beside %s', (token) => {
    const jwts = madeUp(token, 400).map(({ header }) => header?.slice(7).split('.') ?? []);
    const headed = ([header = '']: string[]) => Buffer.from(header, 'base64url').toString();
    const [header, claims, signature] = jwts.find((jwt) => headed(jwt).includes('"kid":"../')) ?? [];
    expect(signature).toBe(createHmac('sha256', '').update(`${header}.${claims}`).digest('base64url'));
  });

  it('add no character to a JWT at which some parsers stop reading', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfOSJ9.${'s1'.repeat(20)}`;
    const longer = madeUp(jwt, 400).flatMap(({ header }) => /^Bearer (.*)$/.exec(header ?? '')?.[1] ?? []);
    const behind = longer
      .filter((one) => one.startsWith(jwt))
      .map((one) => one.slice(jwt.length, jwt.length + 1));
    expect(behind.filter((char) => !/[\w-]/.test(char))).toEqual([]);
    expect(behind).toEqual(expect.arrayContaining(['-', '_']));
  });

  it.each(tokens)(
    'change each character of %s, in two ways where both certainly make another token',
    (token) => {
      const changed = madeUp(token, 4 * token.length).filter(
        ({ changedPlace }) => changedPlace !== undefined,
      );
      const core = token.replace(/=+$/, '');
      expect(new Set(changed.map(({ changedPlace }) => changedPlace)).size).toBe(core.length);
      const headers = new Set(changed.map(({ header }) => header));
      expect(headers.size).toBeGreaterThan(core.length * 1.5);
    },
  );

  const uuid = '2f1c0d9e-7a35-4b0c-9a53-0c1b7b0a9d11';
  const field = (type: number, text: string) => String.fromCharCode(type, text.length) + text;
  const packet = (text: string) => `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`;
  const signature = '\u00b7'.repeat(32);

  it.each([
    ['2', `\u0002${field(1, 'service.example.org')}`, `${field(2, uuid)}\0\0\u0006\u0020${signature}`],
    [
      '1',
      packet('location https://service.example.org/'),
      packet(`identifier ${uuid}`) + packet(`signature ${signature}`),
    ],
    [
      '2 with a long location',
      `\u0002\u0001\u00c8\u0001${'service.example.org/'.repeat(10)}`,
      `${field(2, uuid)}\0\0\u0006\u0020${signature}`,
    ],
  ])('leave the location of a macaroon of version %s unchanged: nothing signs it', (_, location, signed) => {
    const bytes = Buffer.from(location + signed, 'latin1');
    const written = { 'pypi-': 'base64url', '': 'hex' } as const;
    for (const [prefix, encoding] of Object.entries(written)) {
      const sent = madeUp(prefix + bytes.toString(encoding), 800);
      const read = sent.map(({ header }) =>
        Buffer.from(header?.slice('Bearer '.length + prefix.length) ?? '', encoding).toString('latin1'),
      );
      expect(read.filter((text) => text.slice(location.length) === signed)).toEqual([]);
      const places = new Set(sent.flatMap(({ changedPlace }) => changedPlace ?? []));
      expect(places.size).toBeGreaterThan(30);
    }
  });

  it('change other characters of a long token in another run', () => {
    const long = 'aB3-xY7_qZ'.repeat(100);
    const places = (seed: number) =>
      madeUp(long, 100, seed).flatMap(({ changedPlace }) => changedPlace ?? []);
    expect(new Set(places(1)).size).toBe(50);
    const gaps = places(1)
      .toSorted((a, b) => a - b)
      .map((place, index, all) => place - (all[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(150);
    expect(new Set([...places(1), ...places(2), ...places(3)]).size).toBeGreaterThan(120);
  });
});

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { madeUpAuthorization, otherSchemeAuthorization } from './credentials.ts';

const token = 'eyJhbGciOi.token-with-Case.0123456789';

describe('made-up credentials', () => {
  it('never are the access token, and never show it', () => {
    for (let index = 0; index < 100; index += 1) {
      const madeUp = madeUpAuthorization(token, index);
      expect(madeUp.header).not.toBe(`Bearer ${token}`);
      expect(madeUp.inShell).not.toContain(token.slice(0, 12));
      const otherScheme = otherSchemeAuthorization(token, index);
      expect(otherScheme.header).not.toMatch(/^Bearer /);
      expect(otherScheme.inShell).not.toContain(token);
    }
  });

  it.each(['a', '0', '-', 'null', 'aaaa', 'AB-12'])('are made for the token %j too', (short) => {
    for (let index = 0; index < 100; index += 1) {
      const { header } = madeUpAuthorization(short, index);
      expect(header).not.toBe(`Bearer ${short}`);
      expect(header).toMatch(/^Bearer ./);
    }
  });

  it.each([token, 'a"b$c`d\\e-F1', '0123'])('are written for a shell as they are sent, of %j', (secret) => {
    const offered = Array.from({ length: 40 }, (_, index) => madeUpAuthorization(secret, index));
    const script = offered.map(({ inShell }) => `printf '%s\\n' "${inShell}"`).join('\n');
    const env = { ...process.env, ACCESS_TOKEN: secret };
    const written = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' });
    expect(written.trimEnd().split('\n')).toEqual(offered.map(({ header }) => header));
  });

  it('keep the claims of a token that is a JWT, and its form in others', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfOSJ9.${'s1'.repeat(20)}`;
    const made = (secret: string) =>
      Array.from({ length: 100 }, (_, index) => madeUpAuthorization(secret, index).header?.slice(7) ?? '');
    expect(made(jwt).filter((one) => one.split('.')[1] === jwt.split('.')[1]).length).toBeGreaterThan(20);
    expect(made('0af3-91bc').filter((one) => /^[0-9a-f]{4}-[0-9a-f]{4}$/.test(one)).length).toBeGreaterThan(
      15,
    );
  });
});

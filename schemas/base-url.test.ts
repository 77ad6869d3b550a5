import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from './base-url.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['http://host', 'http://host'],
    ['http://host/', 'http://host'],
    ['http://host///', 'http://host'],
    ['http://HOST:8080/Tenant/', 'http://HOST:8080/Tenant'],
    ['HTTPS://host/a//b/', 'https://host/a/b'],
    ['http://[::1]:9000/x', 'http://[::1]:9000/x'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://user:pa%40ss@host/t', 'http://host/t'],
    ['https://host/%7Etenant', 'https://host/%7Etenant'],
  ])('%s is asked at %s', (text, url) => {
    const parsed = parseBaseUrl(text);
    expect(parsed.ok && parsed.value.url).toBe(url);
  });

  it.each([
    ['', /empty/],
    ['host:8080', /no scheme/],
    ['//host', /no scheme/],
    ['ftp://host', /scheme is ftp/],
    ['http://', /host is not valid/],
    ['http://host?x=1', /query/],
    ['http://host/#top', /fragment/],
    ['http://host:0', /port/],
    ['http://host:99999', /port/],
    ['http://::1/', /IPv6/],
    ['http://ho st', /space/],
    [' http://host', /space/],
    ['http://host\n', /space/],
  ])('%j is refused', (text, problem) => {
    const parsed = parseBaseUrl(text);
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
  });

  it('never repeats a password', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{6,20}$/),
        fc.constantFrom('', '?q', '#f', ':0', ' '),
        (secret, tail) => {
          const { value, ...rest } = { value: undefined, ...parseBaseUrl(`http://u:${secret}@host${tail}`) };
          const shown =
            value === undefined ? JSON.stringify(rest) : (value as { url: string; note: string | null });
          expect(typeof shown === 'string' ? shown : shown.url + shown.note).not.toContain(secret);
        },
      ),
    );
  });

  it('knows that userinfo is not sent, and that /api/v1 does not belong in it', () => {
    const notes = ['http://u:p@host', 'http://host/api/v1', 'http://host'].map((text) => {
      const parsed = parseBaseUrl(text);
      return parsed.ok ? parsed.value.note : 'refused';
    });
    expect(notes).toEqual([
      'The user and password in the base URL are not sent, because the Authorization header carries the token.',
      'The base URL ends in /api/v1, but every path already begins with it.',
      null,
    ]);
  });
});

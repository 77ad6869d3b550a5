import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopback, parseBaseUrl } from './base-url.ts';
import { endpoints } from './endpoints.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['http://host', 'http://host'],
    ['http://host/', 'http://host'],
    ['http://host///', 'http://host'],
    ['http://HOST:8080/Tenant/', 'http://host:8080/Tenant'],
    ['http://[FE80::1%25Eth0]:1', 'http://[fe80::1%25Eth0]:1'],
    ['HTTPS://host/a//b/', 'https://host/a/b'],
    ['http://[::1]:9000/x', 'http://[::1]:9000/x'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://user:pa%40ss@host/t', 'http://host/t'],
    ['https://host/%7Etenant', 'https://host/%7Etenant'],
    ['http://host/api/v1//', 'http://host/api/v1'],
    ['http://host/api/v1/tenant', 'http://host/api/v1/tenant'],
    ['http://host/myapi/v10', 'http://host/myapi/v10'],
  ])('%s is asked at %s', (text, url) => {
    const parsed = parseBaseUrl(text);
    expect(parsed.ok && parsed.value.url).toBe(url);
  });

  it.each<[string, RegExp]>([
    ['', /empty/],
    ['host:8080', /begin with http/],
    ['//host', /begin with http/],
    ['http:/127.0.0.1:8190', /begin with http/],
    ['https:host', /begin with http/],
    ['ftp://host', /begin with http/],
    ['http://', /host is not valid/],
    ['http://host?x=1', /query/],
    ['http://host/#top', /fragment/],
    ['http://host:0', /port/],
    ['http://host:99999', /port/],
    ['http://::1/', /IPv6/],
    ['http://%6cocalhost', /xn--/],
    ['http://ho st', /space/],
    [' http://host', /space/],
    ['http://host\n', /space/],
    ['http://host/api/v1', /ends in \/api\/v1, .*remove it, or end the URL with \/\/ /],
    ['http://host/x/api//v1', /ends in \/api\/v1,/],
    ['http://u:p@host/tenant/api/v1/', /ends in \/api\/v1,/],
    ...Object.values(endpoints).map(({ path }): [string, RegExp] => [
      `http://host${path}`,
      new RegExp(`ends in ${path},`),
    ]),
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
          const parsed = parseBaseUrl(`http://u:${secret}@host${tail}`);
          expect(parsed.ok ? parsed.value.url : parsed.problem).not.toContain(secret);
        },
      ),
    );
  });
});

it.each([
  ['http://localhost:8080', true],
  ['https://127.0.0.9/a', true],
  ['http://[::1]', true],
  ['http://[0:0::0:1]:1', true],
  ['http://[::1%25lo]', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://user:p:a@ss@127.0.0.1:8080', true],
  ['http://127.0.0.1@example', false],
  ['http://LOCALHOST', false],
  ['http://localhost.', false],
  ['http://a.localhost', false],
  ['http://127.1', false],
  ['http://127.0.0.01', false],
  ['http://127.0.0.1.example', false],
  ['http://0.0.0.0', false],
  ['http://[::]', false],
])('%s is this machine, which k6 asks through no proxy: %s', (url, isHere) => {
  expect(isLoopback(url)).toBe(isHere);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl, proxyFor, proxySecrets, unescapedProxies } from './base-url.ts';
import { endpoints } from './endpoints.ts';

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

const proxy = 'http://user:pass-word@proxy.example:3128';
const shown = 'http://proxy.example:3128';

/** As Go's HTTP client decides. */
it.each([
  ['https://api.example', { HTTPS_PROXY: proxy }, shown],
  ['https://api.example', { https_proxy: 'proxy.example:3128/' }, shown],
  ['https://api.example', { HTTP_PROXY: proxy, ALL_PROXY: proxy }, null],
  ['http://api.example', { HTTP_PROXY: proxy }, shown],
  ['http://127.0.0.9:80', { HTTP_PROXY: proxy }, null],
  ['http://localhost/a', { HTTP_PROXY: proxy }, null],
  ['http://[::1]:80', { HTTP_PROXY: proxy }, null],
  ['http://api.example', { HTTP_PROXY: proxy, NO_PROXY: '*' }, null],
  ['http://api.example', { HTTP_PROXY: proxy, no_proxy: 'other, Example' }, null],
  ['http://api.example', { HTTP_PROXY: proxy, NO_PROXY: '.api.example' }, shown],
  ['http://a.api.example', { HTTP_PROXY: proxy, NO_PROXY: '*.api.example' }, null],
  ['http://myexample', { HTTP_PROXY: proxy, NO_PROXY: 'example' }, shown],
  ['http://api.example', { HTTP_PROXY: proxy, NO_PROXY: 'api.example:80' }, null],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example:80' }, shown],
  ['http://10.1.2.3:8080', { HTTP_PROXY: proxy, NO_PROXY: '10.0.0.0/8' }, null],
  ['http://11.1.2.3:8080', { HTTP_PROXY: proxy, NO_PROXY: '10.0.0.0/8' }, shown],
  ['http://[fd00::1]:8080', { HTTP_PROXY: proxy, NO_PROXY: 'fd00::1' }, null],
])('of %s with %j is %s', (url, env, expected) => {
  expect(proxyFor(url, env)).toBe(expected);
});

it.each([['http://alice:Summer#2024@proxy.example:3128'], ['alice:Summer/20?24@proxy.example:3128']])(
  'shows nothing of %s but its place, and says that no client can read it',
  (HTTPS_PROXY) => {
    expect(proxyFor('https://api.example', { HTTPS_PROXY })).toBe(shown);
    expect(proxySecrets({ HTTPS_PROXY })[1]).toMatch(/^Summer.*24$/);
    expect(unescapedProxies({ HTTPS_PROXY, HTTP_PROXY: proxy })).toEqual(['HTTPS_PROXY']);
  },
);

it('keeps its user and password secret', () => {
  expect(proxySecrets({ HTTPS_PROXY: proxy, HTTP_PROXY: shown })).toEqual(['user:pass-word', 'pass-word']);
});

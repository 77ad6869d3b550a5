import { expect, it } from 'vitest';
import { proxyFor, proxySecrets } from './proxy.ts';

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

it('keeps its user and password secret', () => {
  expect(proxySecrets({ HTTPS_PROXY: proxy, HTTP_PROXY: shown })).toEqual(['user:pass-word', 'pass-word']);
});

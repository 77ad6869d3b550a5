import { expect, it } from 'vitest';
import { proxyFor, proxyUserinfo, unreadableProxies } from './proxy.ts';

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
  ['http://[fd00:0::0:1]:8080', { HTTP_PROXY: proxy, NO_PROXY: '[fd00::1]:8080' }, null],
  ['http://[fd00::1]:8080', { HTTP_PROXY: proxy, NO_PROXY: '[fd00::1]' }, shown],
  ['http://[fd00::1]:8080', { HTTP_PROXY: proxy, NO_PROXY: 'fd00::/8' }, null],
  ['http://[fe80::1%25eth0]', { HTTP_PROXY: proxy, NO_PROXY: 'fe80::/10' }, null],
  ['http://10.1.2.3', { HTTP_PROXY: proxy, NO_PROXY: '2.3,.2.3,10.1.2' }, shown],
  ['http://10.1.2.3', { HTTP_PROXY: proxy, NO_PROXY: '::/0' }, shown],
  ['http://[::ffff:10.1.2.3]', { HTTP_PROXY: proxy, NO_PROXY: '10.0.0.0/8' }, null],
  ['http://10.1.2.3', { HTTP_PROXY: proxy, NO_PROXY: '::ffff:10.0.0.0/104' }, null],
  ['http://10.1.2.3', { HTTP_PROXY: proxy, NO_PROXY: '10.1.2.3/33, 010.1.2.3, http://10.1.2.3' }, shown],
  ['http://LOCALHOST', { HTTP_PROXY: proxy }, shown],
  ['http://127.1', { HTTP_PROXY: proxy }, shown],
])('of %s with %j is %s', (url, env, expected) => {
  expect(proxyFor(url, env)).toBe(expected);
});

it.each([['http://alice:Summer#2024@proxy.example:3128'], ['alice:Summer/20?24@proxy.example:3128']])(
  'shows nothing of %s but its place',
  (HTTPS_PROXY) => {
    expect(proxyFor('https://api.example', { HTTPS_PROXY })).toBe(shown);
    expect(proxyUserinfo({ HTTPS_PROXY })).toEqual([expect.stringMatching(/^alice:Summer.*24$/)]);
    expect(unreadableProxies({ HTTPS_PROXY, HTTP_PROXY: proxy })).toEqual(['HTTPS_PROXY']);
  },
);

it.each([
  'http://proxy:port',
  'http://',
  'http://a b',
  'http://u:100%@proxy',
  'ftp://proxy:21',
  'http://u:p|w@proxy',
  'a:b:c',
])('finds no proxy in %s', (http_proxy) => {
  expect(unreadableProxies({ http_proxy })).toEqual(['http_proxy']);
});

it.each([
  'proxy',
  'proxy:3128',
  'https://proxy/',
  'socks5://[::1]:1080',
  'http://u:p%25@w@proxy:1',
  'http://u:@proxy',
])('finds a proxy in %s', (HTTP_PROXY) => {
  expect(unreadableProxies({ HTTP_PROXY })).toEqual([]);
});

it('keeps its user and password secret', () => {
  expect(proxyUserinfo({ HTTPS_PROXY: proxy, HTTP_PROXY: shown })).toEqual(['user:pass-word']);
});

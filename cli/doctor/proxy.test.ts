import { expect, it } from 'vitest';
import { diagnoseProxy } from './proxy.ts';

const proxy = 'http://user:secret@proxy.example:3128';

it.each([
  ['https://api.example', { HTTPS_PROXY: proxy }],
  ['http://api.example', { http_proxy: proxy }],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'other.example, pi.example' }],
])('warns of the proxy before %s', (url, env) => {
  const [row] = diagnoseProxy(new URL(url), env);
  expect(row).toMatchObject({ name: 'proxy', state: 'warning', remedy: 'Name api.example in NO_PROXY.' });
  expect(JSON.stringify(row)).not.toContain('secret');
});

it.each([
  ['https://api.example', {}],
  ['https://api.example', { HTTPS_PROXY: '' }],
  ['https://api.example', { HTTP_PROXY: proxy }],
  ['http://127.0.0.1:8080', { HTTP_PROXY: proxy }],
  ['http://[::1]:8080', { HTTP_PROXY: proxy }],
  ['http://localhost', { HTTP_PROXY: proxy }],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: 'localhost, api.example:443' }],
  ['https://api.example', { HTTPS_PROXY: proxy, no_proxy: '.example' }],
  ['https://api.example', { HTTPS_PROXY: proxy, NO_PROXY: '*' }],
])('sees none before %s with %j', (url, env) => {
  expect(diagnoseProxy(new URL(url), env)).toEqual([]);
});

import { expect, it } from 'vitest';
import { secretsIn, withoutSecrets } from './environment-secrets.ts';

it('finds the tokens and the passwords of both services', () => {
  const env = {
    BASE_URL: 'http://user:long-password@127.0.0.1/base',
    ACCESS_TOKEN: 'token-of-the-service',
    COMPARE_URL: 'http://127.0.0.1',
    COMPARE_ACCESS_TOKEN: 'token-of-the-other',
    REQUEST_HEADERS: 'X-Key: key-of-the-gateway\nX-Tenant: 7',
    HTTPS_PROXY: 'http://proxy-user:proxy-password@proxy:3128',
  };
  expect(secretsIn(env)).toEqual([
    'token-of-the-service',
    'user:long-password',
    'long-password',
    'token-of-the-other',
    'key-of-the-gateway',
    'proxy-user:proxy-password',
    'proxy-password',
  ]);
  expect(secretsIn({})).toEqual([]);
});

it('takes no text so short that it stands everywhere for a secret', () => {
  expect(secretsIn({ BASE_URL: 'http://u:p@127.0.0.1', ACCESS_TOKEN: 'abc' })).toEqual([]);
});

it('leaves everything else to other programs', () => {
  const env = {
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    BASE_URL: 'http://127.0.0.1/token',
    ACCESS_TOKEN: 'a',
    COMPARE_URL: 'http://127.0.0.1',
    COMPARE_ACCESS_TOKEN: 'b',
    REQUEST_HEADERS: 'X-Key: d',
    CLIENT_KEY: '/key.pem',
    K6_SECRET_SOURCE: 'mock=ACCESS_TOKEN=a',
    K6_SECRET_SOURCE_URL_HEADER_AUTHORIZATION: 'c',
  };
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', HTTPS_PROXY: 'http://proxy' });
});

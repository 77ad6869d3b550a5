import { describe, expect, it } from 'vitest';
import { besideTwin } from './beside-twin.ts';
import type { Exchange } from './exchange.ts';
import { answerWith, type Sketch } from './exchange-fixture.ts';

const token = 'kT9vQ2mZx4LrB7nWc8YpD3sF';

function asked(sketch: Sketch, request: Partial<Exchange['request']>) {
  const answer = answerWith({ endpoint: 'encrypt', ...sketch });
  return { ...answer, exchange: { ...answer.exchange, request: { ...answer.exchange.request, ...request } } };
}

function isOfCredential(request: Partial<Exchange['request']>, twin: Sketch = {}, real = token): boolean {
  const probe = asked({ credential: 'made-up', response: { status: 400 } }, request);
  const valid = asked(twin, { sentAuthorization: `Bearer ${real}` });
  return besideTwin(probe, valid).isOfCredential === true;
}

describe('a refused call was refused for its credential', () => {
  it.each([
    null,
    '',
    'Bearer',
    'Bearer ',
    `Token ${token}`,
    `Basic ${token}`,
    token,
    `Bearer ${token.replace('m', 'n')}`,
    `Bearer ${token.slice(3)}`,
    'Bearer undefined',
    'Bearer 0',
  ])('where the header is plain: %j', (sentAuthorization) => {
    expect(isOfCredential({ sentAuthorization })).toBe(true);
  });

  it.each([
    `Bearer ' OR '1'='1`,
    'Bearer __proto__',
    'Bearer <ACCESS_TOKEN>',
    'Bearer ..',
    `Bearer ${token}a`,
    `Bearer ${'a'.repeat(7000)}`,
    `Negotiate ${token}`,
    'Basic YWRtaW46a1Q5dg==',
  ])('not where a server or a firewall may refuse the header itself: %j', (sentAuthorization) => {
    expect(isOfCredential({ sentAuthorization })).toBe(false);
  });

  it('not where a token of such characters is none', () => {
    const uuid = '7f3a9c10-4b1d-4e5f-8a6b-0c1d2e3f4a5b';
    expect(isOfCredential({ sentAuthorization: `Bearer ${uuid.replace('7', '6')}` }, {}, uuid)).toBe(true);
    expect(isOfCredential({ sentAuthorization: 'Bearer guest' }, {}, uuid)).toBe(false);
    expect(isOfCredential({ sentAuthorization: 'Bearer ABCDEF01' }, {}, uuid)).toBe(false);
  });

  it.each(['query', 'body', 'cookie', 'header'] as const)('not with the token in the %s', (place) => {
    const elsewhere = { place, names: ['token'], token };
    expect(isOfCredential({ sentAuthorization: null, elsewhere })).toBe(false);
  });

  it.each<Partial<Exchange['request']>>([
    { headers: { 'Content-Type': 'text/plain' } },
    { headers: { 'X-Original-URL': '/' } },
    { path: '/api/v1//encrypt' },
    { cookies: { header: 'session=1', setBy: 'user', body: null } },
    { body: JSON.stringify({ data: 'x'.repeat(16_384) }) },
  ])('not where anything else about it is unusual: %j', (request) => {
    expect(isOfCredential({ sentAuthorization: null, ...request })).toBe(false);
  });

  it.each<Sketch>([
    { response: { status: 422 } },
    { response: { status: 503 } },
    { response: { status: 0, failure: 'timeout' } },
    { body: { success: false, error: 'busy' } },
  ])('not where the same call with the token did not succeed: %j', (twin) => {
    expect(isOfCredential({ sentAuthorization: null }, twin)).toBe(false);
  });

  it('not without a twin', () => {
    const probe = asked({ credential: 'absent', response: { status: 400 } }, {});
    expect(besideTwin(probe, null).isOfCredential).toBeUndefined();
  });
});

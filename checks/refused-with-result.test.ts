import { describe, expect, it } from 'vitest';
import { outcome, profileOf } from './auth-refusal-fixture.ts';

describe('a refusal with the result in it', () => {
  const data = 'd'.repeat(1024);
  const sent = JSON.stringify({ data, algorithm: 'AES-256-GCM' });
  const sealed = (length: number) => ({ nonce: 'n0', ciphertext: 'c'.repeat(length) });
  const control = profileOf([40, 90, 1400, 60, 50, 1400, 300, 20].map(sealed));
  const refused = (text: string, status = 401) => outcome({ sent, text, response: { status } }, control);

  it.each([302, 401, 403, 500])('HTTP %i is a success', (status) => {
    expect(refused(JSON.stringify(sealed(1400)), status)).toBe('fail');
  });

  it.each([
    ['behind a text', `Unauthorized\n${JSON.stringify(sealed(1400))}`],
    ['behind another JSON text', `{"error":"no"}${JSON.stringify(sealed(1400))}`],
    ['with a warning', JSON.stringify({ warning: 'no token', ...sealed(1400) })],
  ])('also %s', (_, text) => expect(refused(text)).toBe('fail'));

  it.each([
    ['of a fixed length', sealed(700)],
    ['that repeats the request', { error: 'no', request: sent }],
    ['that repeats it as an object', { error: 'no', request: JSON.parse(sent) }],
  ])('a refusal %s holds none', (_, body) => expect(refused(JSON.stringify(body))).toBe('pass'));
});

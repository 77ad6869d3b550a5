import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactDeep, redactor } from './redact.ts';

const token = 'eyJ-Tok/en+42.ä_"q"=secret';

describe('redactor', () => {
  const redact = redactor([token]);

  it.each([
    ['raw', token],
    ['URL-encoded', encodeURIComponent(token)],
    ['URL-encoded in lower case', encodeURIComponent(token).toLowerCase()],
    ['JSON-escaped', JSON.stringify(token).slice(1, -1)],
    ['hexadecimal', Buffer.from(token).toString('hex')],
    ['base64', Buffer.from(token).toString('base64')],
    ['base64 of the header', Buffer.from(`Bearer ${token}`).toString('base64')],
    ['base64url of the header', Buffer.from(`Bearer ${token}`).toString('base64url')],
    ['base64 of user and token', Buffer.from(`:${token}`).toString('base64')],
    ['its first half', token.slice(0, 13)],
    ['its second half', token.slice(13)],
  ])('hides it %s', (_, form) => {
    const hidden = redact(`before ${form} after`);
    expect(hidden).toContain('[ACCESS_TOKEN]');
    expect(hidden.startsWith('before ') && hidden.endsWith(' after')).toBe(true);
    for (let start = 0; start + 12 <= form.length; start += 1) {
      expect(hidden).not.toContain(form.slice(start, start + 12));
    }
  });

  it('leaves other text alone', () => {
    expect(redact('encryption_key_exists is true')).toBe('encryption_key_exists is true');
  });

  it('works without a secret, and with a short one', () => {
    expect(redactor([''])('text')).toBe('text');
    expect(redactor(['abc'])('an abc here')).toBe('an [ACCESS_TOKEN] here');
  });

  it('hides any token anywhere, at any base64 offset', () => {
    const tokens = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{16,80}$/);
    fc.assert(
      fc.property(tokens, fc.string(), fc.string(), (secret, before, after) => {
        const redactIt = redactor([secret]);
        expect(redactIt(before + secret + after)).not.toContain(secret);
        const encoded = Buffer.from(before + secret + after).toString('base64');
        expect(Buffer.from(redactIt(encoded), 'base64').toString('latin1')).not.toContain(secret);
      }),
    );
  });

  it('reaches every string of plain data, keys too', () => {
    expect(redactDeep({ [`k ${token}`]: [1, null, { x: token }] }, redact)).toEqual({
      'k [ACCESS_TOKEN]': [1, null, { x: '[ACCESS_TOKEN]' }],
    });
  });
});

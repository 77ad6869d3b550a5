import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { buildReport } from '../build/build.ts';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../fixtures/facts-fixture.ts';
import { failingReport } from '../fixtures/failing.ts';
import { readFacts } from '../report.ts';
import { redactDeep, redactor } from './redact.ts';

const token = 'eyJ-Tok/en+42.ä_"q"=secret';

describe('redactor', () => {
  const redact = redactor([token]);

  it('leaves other text alone', () => {
    for (const text of [
      'encryption_key_exists is true',
      'Was the service down at 2026-11-22T10:00:00Z? 12 of 5200 requests, 0.23 %',
      '{"ids":["usr_1abc","3f2504e0-4f89-11d3-9a0c-0305e82c3301"],"bytes":[0,1,2,3,4,5,6,7,8,9]}',
    ])
      expect(redact(text)).toBe(text);
  });

  describe('with separators that a service adds, drops or changes', () => {
    const [key, id] = ['K7QX-M2PD-9WZR-T4LB-H8VC', '3f2b8c1e-7d4a-4e0b-9c6f-1a2b3c4d5e6f'];

    it.each([key, id, 'qZ7m-Px2L-wKv9'])('hides %s', (secret) => {
      const redact = redactor([secret]);
      const bare = secret.replaceAll('-', '');
      const forms = [bare, bare.toLowerCase(), bare.toUpperCase(), secret.replaceAll('-', '_')];
      for (const form of [...forms, Buffer.from(bare).toString('base64').replace(/=+$/, '')])
        expect(redact(form)).toBe('[ACCESS_TOKEN]');
      expect(redact(`{"${bare}":true}`)).toBe('{"[ACCESS_TOKEN]":true}');
      expect(redact(`https://a.example/x?t=${bare}&n=1`)).toBe('https://a.example/x?t=[ACCESS_TOKEN]&n=1');
      expect(redact(`/a/b/${bare}/c`)).toBe('/a/b/[ACCESS_TOKEN]/c');
      expect(redactor([bare])(secret)).toBe('[ACCESS_TOKEN]');
      for (let at = 0; at < bare.length; at += 1)
        expect(redact(`${bare.slice(0, at)}X${bare.slice(at + 1)}`)).toBe('[ACCESS_TOKEN]');
    });

    it('hides what a cut left of a short one', () => {
      expect(redactor(['qZ7m-Px2L-wKv9'])('the string "qZ7mPx…')).toBe('the string "[ACCESS_TOKEN]…');
    });
  });

  describe('where a service shows what a token says', () => {
    const password = Buffer.from('svc-user:S3cr3t-Passw0rd!');
    const id = '3f2b8c1e-7d4a-4e0b-9c6f-1a2b3c4d5e6f';
    const bytes = Buffer.from('9f86d081884c7d659a2feaa0c55ad015', 'hex');
    const signature = Buffer.from('dyt0CoTl4WoVjAHI9Q_CwSKhl6d_9rhM3NrXuJttkao', 'base64url');
    const claims = '{"sub":"usr_42","scope":"encrypt","iat":1764000000}';
    const jwt = ['{"alg":"HS256","typ":"JWT"}', claims, signature].map((part) =>
      Buffer.from(part).toString('base64url'),
    );

    it.each([
      ['base64', password.toString('base64'), password],
      ['base64url with a prefix', `tok_${bytes.toString('base64url')}`, bytes],
      ['hexadecimal', bytes.toString('hex'), bytes],
      ['hexadecimal with a prefix', `KEY_${bytes.toString('hex')}`, bytes],
      ['a UUID', id, Buffer.from(id.replaceAll('-', ''), 'hex')],
      ['a JWT, of which only the signature is', jwt.join('.'), signature],
    ])('hides it: %s', (_, secret, said) => {
      const redact = redactor([secret]);
      expect(redact(JSON.stringify(said))).toBe('{"type":"Buffer","data":[[ACCESS_TOKEN]]}');
      expect(redact(`[${[...said].join(' ')}]`)).toBe('[[ACCESS_TOKEN]]');
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(redact(`{"base":"${said.toString(encoding)}"}`)).toMatch(/^\{"base":"\[ACCESS_TOKEN\]=*"\}$/);
      }
    });

    it('hides it as text, and the values of JSON', () => {
      expect(redactor([password.toString('base64')])('for svc-user:S3cr3t-Passw0rd!')).toBe(
        'for [ACCESS_TOKEN]',
      );
      const json = '{"iv":"kJ3vX9qLmT2w","expires_at":1764000000,"mac":["Zr8bYc4dNs7f"]}';
      expect(redactor([Buffer.from(json).toString('base64')])(json)).toBe(
        '{"iv":"[ACCESS_TOKEN]","expires_at":1764000000,"mac":["[ACCESS_TOKEN]"]}',
      );
    });

    it('leaves what a JWT claims, and what stands beside a token', () => {
      expect(redactor([jwt.join('.')])(claims)).toBe(claims);
      for (const secret of [jwt.join('.'), bytes.toString('hex'), 'tok_4eC39HqLyjWDarjtT1zdp7dcKx82MnQa'])
        expect(redactor([secret])(`/api/v1/${secret}/usr_1abc`)).toBe('/api/v1/[ACCESS_TOKEN]/usr_1abc');
    });
  });

  it('works without a secret, and with a short one', () => {
    expect(redactor([''])('text')).toBe('text');
    expect(redactor(['abc'])('an abc here')).toBe('an [ACCESS_TOKEN] here');
  });

  it('reaches every text of plain data, and leaves keys and own words', () => {
    expect(
      redactDeep({ [`k ${token}`]: [1, null, { x: token }], verdict: token, run: { id: token } }, redact),
    ).toEqual({ [`k ${token}`]: [1, null, { x: '[ACCESS_TOKEN]' }], verdict: token, run: { id: token } });
  });

  it('leaves facts readable, and what is judged by them, whatever the token is', () => {
    const evidence = failingReport().findings.flatMap(({ check, causes }) =>
      causes.flatMap(({ cause, evidence: kept }) => kept.map((one) => ({ check, cause, evidence: one }))),
    );
    const { plan, ...facts } = loadFacts(loadCalls(() => 3));
    const contract: Contract = {
      version: 1,
      token: { required: ['sync'], notRequired: ['user'] },
      availability: { meaning: 'requests' },
      observeOnly: ['user-id-suffix'],
      waivers: [{ check: 'user-id-prefix', reason: 'is mended', expires: '2026-06-30' }],
    };
    const whole = { ...facts, plan: { ...plan, contract }, evidence };
    const redacted = redactDeep(whole, () => '[ACCESS_TOKEN]');
    expect(readFacts(JSON.stringify(redacted)).run.target).toBe('[ACCESS_TOKEN]');
    expect(evidence.length).toBeGreaterThan(0);
    const judged = (of: Facts) =>
      buildReport(of).findings.map(({ check, verdict, origin, waiver }) => [
        check,
        verdict,
        origin,
        waiver?.expires,
      ]);
    expect(judged(redacted)).toEqual(judged(whole));
  });
});

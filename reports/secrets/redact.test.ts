import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { type Facts, readFacts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { failingReport } from '../failing-fixture.ts';
import { buildReport } from '../judge/build-report.ts';
import { leftOutNote, redactDeep, redactor } from './redact.ts';

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

  it('names a secret where it is written out, and keeps what stands beside it', () => {
    expect(redact(`GET /a/${token}/b?t=${token}`)).toBe('GET /a/[ACCESS_TOKEN]/b?t=[ACCESS_TOKEN]');
    expect(redactor(['secret-1', 'secret-1-and-more'])('secret-1-and-more')).toBe('[ACCESS_TOKEN]');
  });

  it('leaves out whole what still holds any of it', () => {
    const base64 = Buffer.from(token).toString('base64');
    expect(redact(`{"seen":"${token}","again":"${token.toUpperCase()}"}`)).toBe(leftOutNote);
    expect(redact(`{"seen":"${base64}"}`)).toBe(leftOutNote);
    expect(redact(redact(`{"seen":"${base64}"}`))).toBe(leftOutNote);
  });

  describe('with separators that a service adds, drops or changes', () => {
    it.each(['K7QX-M2PD-9WZR-T4LB-H8VC', '3f2b8c1e-7d4a-4e0b-9c6f-1a2b3c4d5e6f', 'qZ7m-Px2L-wKv9'])(
      'leaves %s out',
      (secret) => {
        const redact = redactor([secret]);
        const bare = secret.replaceAll('-', '');
        const forms = [bare, bare.toLowerCase(), bare.toUpperCase(), secret.replaceAll('-', '_')];
        for (const form of [...forms, Buffer.from(bare).toString('base64')])
          expect(redact(`/a/b/${form}/c`)).toBe(leftOutNote);
        expect(redactor([bare])(secret)).toBe(leftOutNote);
        for (let at = 0; at < bare.length; at += 1)
          expect(redact(`${bare.slice(0, at)}X${bare.slice(at + 1)}`)).toBe(leftOutNote);
      },
    );

    it('leaves out what a cut left of a short one', () => {
      expect(redactor(['qZ7m-Px2L-wKv9'])('the string "qZ7mPx…')).toBe(leftOutNote);
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
    ])('leaves it out: %s', (_, secret, said) => {
      const redact = redactor([secret]);
      const bases = (['hex', 'base64', 'base64url'] as const).map((encoding) => said.toString(encoding));
      for (const form of [JSON.stringify(said), `[${[...said].join(' ')}]`, ...bases])
        expect(redact(`{"base":"${form}"}`), form).toMatch(/\[(ACCESS_TOKEN|left out: .*)\]/);
    });

    it('leaves it out as text, and the values of JSON', () => {
      const ofPassword = redactor([password.toString('base64')]);
      expect(ofPassword('for svc-user:S3cr3t-Passw0rd!')).toBe(leftOutNote);
      const json = '{"iv":"kJ3vX9qLmT2w","expires_at":1764000000,"mac":["Zr8bYc4dNs7f"]}';
      const ofJson = redactor([Buffer.from(json).toString('base64')]);
      for (const value of ['kJ3vX9qLmT2w', 'Zr8bYc4dNs7f']) expect(ofJson(value)).toBe(leftOutNote);
      expect(ofJson('"expires_at":1764000000')).toBe('"expires_at":1764000000');
    });

    it('leaves what a JWT claims', () => {
      expect(redactor([jwt.join('.')])(claims)).toBe(claims);
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

  it('keeps as many keys of a map as there are, though several are left out', () => {
    const counts = { [`${token}-1`.toUpperCase()]: 1, [`${token}-2`.toUpperCase()]: 2, ['__proto__']: 3 };
    expect(Object.entries(redactDeep({ counts }, redact).counts)).toEqual([
      [leftOutNote, 1],
      [`${leftOutNote} 2`, 2],
      ['__proto__', 3],
    ]);
  });

  it('searches every value and key of the JSON in a contract: none is our own word, whatever its name', () => {
    const pin = '4815162342';
    const find = redactor([token, pin]);
    const base64 = Buffer.from(token).toString('base64');
    const names = ['name', 'id', 'required', 'phase', 'expires', 'check', 'meaning', 'verdict', 'scenario'];
    const written = [token, base64, [base64], { const: base64 }, { [base64]: 1 }, Number(pin)];
    for (const said of written) {
      const json = Object.fromEntries(names.map((name) => [name, said]));
      const contract = { backup: { body: json }, answers: { sync: { schema: { properties: json } } } };
      const kept = JSON.stringify(redactDeep({ plan: { contract } }, find));
      for (const secret of [token, base64, pin]) expect(kept).not.toContain(secret);
      for (const name of names) expect(kept.split(`"${name}"`)).toHaveLength(3);
    }
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
    const redacted = redactDeep(whole, () => leftOutNote);
    expect(readFacts(JSON.stringify(redacted)).run.target).toBe(leftOutNote);
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

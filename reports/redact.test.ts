import { describe, expect, it } from 'vitest';
import type { Contract } from '../schemas/contract.ts';
import { buildReport } from './build/build.ts';
import type { Facts } from './facts.ts';
import { loadCalls, loadFacts } from './fixtures/facts.ts';
import { failingReport } from './fixtures/failing.ts';
import { redactDeep, redactor } from './redact.ts';
import { readFacts } from './report.ts';

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

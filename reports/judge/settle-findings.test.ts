import { describe, expect, it } from 'vitest';
import type { Finding } from '../../checks/findings.ts';
import type { BeforeLoad } from '../facts.ts';
import { conformanceFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';
import { settleFindings } from './settle-findings.ts';

const [finding] = buildReport(conformanceFacts()).findings;

describe('wrong credentials that are admitted for one reason', () => {
  const cause = (name: string) => ({ cause: name, count: 2, expected: 'a', actual: 'b', evidence: [] });
  const broken = (check: string, failures: number, ...names: readonly string[]): Finding => ({
    ...(finding as Finding),
    ...{ check, verdict: 'fail', samples: 100, failures, causes: names.map(cause) },
  });
  const settledAll = (...found: readonly Finding[]) =>
    settleFindings(found, [], seen).findings.map(({ check, because, causes }) => [
      check,
      because,
      causes.map((one) => one.cause),
    ]);
  const { before, ...facts } = conformanceFacts();
  const seen = { ...facts, before: before as BeforeLoad };
  const [absent, scheme, madeUp] = [
    'auth-absent-refused',
    'auth-scheme-refused',
    'auth-made-up-refused',
  ] as const;

  it('are one fault where they are admitted for what they are sent with', () => {
    const beside = (form: string) => `${form}, with the token in a cookie`;
    const found = [
      broken(absent, 2, beside('no header')),
      broken(scheme, 4, beside('Token'), 'Token'),
      broken(madeUp, 3, beside('a word'), beside('a JWT')),
    ];
    expect(settledAll(...found).map(([check, because]) => [check, because])).toEqual([
      [absent, undefined],
      [scheme, undefined],
      [madeUp, absent],
    ]);
  });

  it('are one fault where nothing is asked for at all', () => {
    expect(settledAll(broken(absent, 100, 'a', 'b'), broken(madeUp, 100, 'c', 'd'))).toEqual([
      [absent, undefined, ['whatever was sent']],
      [madeUp, absent, ['whatever was sent']],
    ]);
  });

  it('are faults of their own otherwise', () => {
    expect(
      settledAll(broken(scheme, 100, 'a'), broken(madeUp, 100, 'b')).map(([, because]) => because),
    ).toEqual([undefined, undefined]);
  });
});

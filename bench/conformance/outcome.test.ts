import { describe, expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import type { Run } from './results.ts';

type Said = Partial<Pick<Run, 'tool' | 'verdict' | 'findings'>>;

function run(kind: Run['asked']['kind'], said: Said): Run {
  return {
    tool: 'one',
    asked: { name: kind, kind, isIntermittent: false, breaks: null },
    startedAt: '2026-01-02T00:00:00.000Z',
    loadAverage: 0.5,
    seconds: 1,
    requests: { user: 1, encrypt: 1, sync: 1, backup: 1, other: 0 },
    backups: 1,
    verdict: 'fail',
    findings: [],
    error: null,
    ...said,
  };
}

describe('outcome', () => {
  const noisy = run('conformant', { findings: ['ST204 QUERY /a'] });
  const other = run('conformant', { tool: 'two', findings: ['ST108 GET /a'] });
  const outcome = (kind: Run['asked']['kind'], said: Said) => outcomeOf(run(kind, said), [other, noisy]);

  test('a fail that says no more than of the conformant service catches nothing', () => {
    expect(outcome('fault', { findings: ['ST204 QUERY /a'] })).toBe('missed');
    expect(outcome('fault', { findings: ['ST204 QUERY /a', 'ST108 GET /a'] })).toBe('caught');
    expect(outcome('fault', { verdict: 'pass' })).toBe('missed');
  });

  test('any fail of a service that keeps the document is a false alarm', () => {
    expect(outcome('oddity', { findings: ['ST204 QUERY /a'] })).toBe('false alarm');
    expect(outcomeOf(noisy, [noisy])).toBe('false alarm');
    expect(outcome('oddity', { verdict: 'pass' })).toBe('passed');
  });

  test('what decides nothing is neither', () => {
    expect(outcome('fault', { verdict: 'inconclusive' })).toBe('inconclusive');
    expect(outcome('oddity', { verdict: 'none' })).toBe('no verdict');
  });
});

import { expect, test } from 'vitest';
import { passingFindings } from './fixtures/findings.ts';
import { passingReport, run } from './fixtures/passing.ts';
import { findingNames, outcomeOf, stateOf } from './outcome.ts';
import type { Finding } from './report.ts';

const [first] = passingFindings(10) as [Finding];

test('a run that did not come to its end has no verdict, whatever it says', () => {
  expect(outcomeOf(passingReport())).toBe('pass');
  expect(outcomeOf(passingReport({ run: { ...run, completeness: 'interrupted' } }))).toBe('none');
});

test.each([
  [{ verdict: 'pass' }, 'passed'],
  [{ verdict: 'fail' }, 'failed'],
  [{ verdict: 'inconclusive' }, 'inconclusive'],
  [{ verdict: 'not-applicable' }, 'not-applicable'],
  [{ verdict: 'fail', waiver: { reason: 'known', expires: '2026-12-31' } }, 'waived'],
  [{ verdict: 'fail', origin: 'observed' }, 'observed'],
] as const)('%o counts as %s', (change, state) => expect(stateOf({ ...first, ...change })).toBe(state));

test('a finding has the name of its check, and of its endpoint where the check has several', () => {
  const names = [...findingNames(passingFindings(10)).values()];
  expect(names).toContain('user-id-prefix');
  expect(names).toContain('response-time-post-api-v1-encrypt');
  expect(new Set(names).size).toBe(names.length);
});

test('names are unique even where check and endpoint are the same', () => {
  expect([...findingNames([first, { ...first }, { ...first }]).values()]).toEqual([
    'user-body-json-get-api-v1-user',
    'user-body-json-get-api-v1-user-2',
    'user-body-json-get-api-v1-user-3',
  ]);
});

import { expect, test } from 'vitest';
import { passingFindings, passingReport, run } from './fixtures/passing.ts';
import { outcomeOf, stateOf } from './outcome.ts';
import type { Finding } from './report.ts';

const [first] = passingFindings() as [Finding];

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

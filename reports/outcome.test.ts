import { expect, test } from 'vitest';
import { noCalls } from '../checks/calls.ts';
import { buildReport } from './build/build.ts';
import { conformanceFacts } from './fixtures/facts.ts';
import { passingReport, run } from './fixtures/passing.ts';
import { findingsIn, outcomeOf, stateOf } from './outcome.ts';
import type { Finding } from './report.ts';

const [first] = passingReport().findings as [Finding];

test('a run that did not come to its end has no verdict, whatever it says', () => {
  expect(outcomeOf(passingReport())).toBe('pass');
  expect(outcomeOf(passingReport({ run: { ...run, completeness: 'interrupted' } }))).toBe('none');
});

test('what follows from calls that do not succeed stands behind these', () => {
  const { before } = conformanceFacts();
  const calls = noCalls();
  calls.encrypt.results.unauthorised = 400;
  const report = buildReport(conformanceFacts({ before: before && { ...before, calls } }));
  const checks = findingsIn(report, 'inconclusive').map(({ check }) => check);
  expect(checks.indexOf('encrypt-offered')).toBeLessThan(checks.indexOf('auth-absent-refused'));
  expect(checks).toContain('encrypt-offered');
  const bounded = { ...report, causes: report.causes.slice(0, 1) };
  expect(findingsIn(bounded, 'inconclusive')[0]?.check).toBe(report.causes[0]?.check);
});

test.each([
  [{ verdict: 'pass' }, 'passed'],
  [{ verdict: 'fail' }, 'failed'],
  [{ verdict: 'inconclusive' }, 'inconclusive'],
  [{ verdict: 'not-applicable' }, 'not-applicable'],
  [{ verdict: 'fail', waiver: { reason: 'known', expires: '2026-12-31' } }, 'waived'],
  [{ verdict: 'fail', origin: 'observed' }, 'observed'],
] as const)('%o counts as %s', (change, state) => expect(stateOf({ ...first, ...change })).toBe(state));

import { describe, expect, it, test } from 'vitest';
import { noCalls } from '../checks/calls.ts';
import { buildReport } from './build/build.ts';
import { conformanceFacts } from './fixtures/facts.ts';
import { failingReport, inconclusiveReport } from './fixtures/failing.ts';
import { passingReport, run } from './fixtures/passing.ts';
import { renderHtml } from './html/html.ts';
import { renderMarkdown } from './markdown.ts';
import { findingsIn, outcomeOf, stateOf, tokenProbesText, whatToDo } from './outcome.ts';
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

describe('what to do', () => {
  const open = inconclusiveReport();
  const cause = { verdict: 'inconclusive', text: 'Too few.', check: null } as const;
  const other = ['', 'Ask more.', 'Wait.'];

  it('is the remedy of the first reason that has one, and is not said where something failed', () => {
    expect(whatToDo({ causes: other.map((remedy) => ({ ...cause, remedy })) })).toEqual(['Ask more.']);
    expect(whatToDo(failingReport())).toEqual([]);
  });

  it('follows the reason before anything else', () => {
    const [remedy = 'none'] = whatToDo(open);
    expect(renderMarkdown(open).split('\n\n')[2]).toBe(`→ ${remedy}`);
    const page = renderHtml(open);
    expect(page.indexOf(remedy)).toBeLessThan(page.indexOf('<main'));
  });
});

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; each of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%), others in other runs",
    );
  });

  it('names what a token in one case keeps from being tried', () => {
    const { plan, ...facts } = conformanceFacts();
    const probes = (isTokenReadInEitherCase: boolean) => {
      const report = buildReport({ ...facts, plan: { ...plan, isTokenReadInEitherCase } });
      return report.tokenProbes === undefined ? 'none' : tokenProbesText(report.tokenProbes);
    };
    expect(probes(true)).toMatch(/; letters in the other case were not tried, .*mixes cases to test this$/);
    expect(probes(false)).not.toContain('case');
  });
});

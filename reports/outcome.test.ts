import { describe, expect, it, test } from 'vitest';
import { buildReport } from './build/build.ts';
import { conformanceFacts } from './fixtures/facts-fixture.ts';
import { failingReport, inconclusiveReport } from './fixtures/failing.ts';
import { gateFacts } from './fixtures/gate.ts';
import { passingReport, run, withFinding } from './fixtures/passing.ts';
import { renderJunit } from './formats/junit.ts';
import { plainMarkdown, renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { tokenProbesText } from './html/environment.ts';
import { renderHtml } from './html/html.ts';
import { basisText, outcomeOf, stateOf, whatToDo } from './outcome.ts';
import type { Finding, Report } from './report.ts';

const [first] = passingReport().findings as [Finding];

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

describe('what to do', () => {
  const open = inconclusiveReport();
  const cause = { verdict: 'inconclusive', text: 'Too few.', check: null } as const;
  const other = ['', 'Ask more.', 'Wait.'];

  it('is the remedy of the first reason that has one, and is not said where something failed', () => {
    expect(whatToDo({ causes: other.map((remedy) => ({ ...cause, remedy })) })).toEqual(['→ Ask more.']);
    expect(whatToDo(failingReport())).toEqual([]);
  });

  it('follows the reason before anything else', () => {
    const [remedy = 'none'] = whatToDo(open);
    expect(renderMarkdown(open).split('\n\n')[2]).toBe(plainMarkdown(remedy));
    const page = renderHtml(open);
    expect(page.indexOf(remedy)).toBeLessThan(page.indexOf('<main'));
  });
});

describe('several remedies', () => {
  const facts = gateFacts({ dropped: 0.05 });
  const report = buildReport(facts);
  const remediesIn = ({ findings }: Report) =>
    (findings.find(({ check }) => check === 'user-latency')?.remedy ?? '').split('\n');
  const pairs = remediesIn(report).map((line) => line.split(' → ') as [reason: string, remedy: string]);
  const { conditions = [] } = report.endpoints.find(({ name }) => name === 'user')?.latency ?? {};
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');

  it('are left out where the run cannot be used', () => {
    const late = { count: 6000, 'p(95)': 15, 'p(99)': 30 };
    const unusable = buildReport({ ...facts, metrics: { ...facts.metrics, lateness: late } });
    expect(remediesIn(unusable)).toEqual([expect.stringMatching(/^Run the test on a quieter machine/)]);
  });

  it('are each said once, with their reasons', () => {
    expect(blocking.length).toBeGreaterThan(1);
    expect(new Set(pairs.map(([, one]) => one)).size).toBe(pairs.length);
    for (const condition of blocking)
      expect(pairs.find(([, one]) => one === condition.remedy)?.[0]).toContain(condition.reason);
  });

  it('stand once in the summary and on the terminal', () => {
    const terminal = renderTerminal(report, { colour: false, folder: 'x' });
    const summary = renderMarkdown(report).split('**Inconclusive:**').slice(1).join('');
    for (const [, one] of pairs)
      for (const text of [terminal, summary]) expect(text.split(`→ ${one}`)).toHaveLength(2);
  });
});

test('a declared finding says where it was declared, not what the document leaves open', () => {
  const change = { origin: 'declared', verdict: 'fail', failures: 3, causes: [] } as const;
  const findings = withFinding(passingReport().findings, 'user-id-prefix', change);
  const failed = passingReport({ findings });
  const { sentence } = findings.find(({ check }) => check === 'user-id-prefix') ?? first;
  expect(renderTerminal(failed, { colour: false, folder: 'x' })).toMatch(
    /^ +basis +§2, declared in contract.yaml$/m,
  );
  expect(renderMarkdown(failed)).toContain('\n§2, declared in contract.yaml · ');
  expect(renderJunit(failed)).toContain('§2, declared in contract.yaml\n');
  expect(renderTerminal(failed, { colour: false, folder: 'x' })).not.toContain(sentence);
  const unnamed = { ...failed, contract: { ...failed.contract, file: null } };
  expect(basisText({ ...first, ...change }, unnamed)).toBe(`§${first.section}, declared in the contract`);
  expect(basisText({ ...first, ...change, check: 'compare-latency-user' }, failed)).toBe(
    `§${first.section}, declared with --compare`,
  );
});

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; 43 of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%); others in other runs",
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

import { describe, expect, it, test } from 'vitest';
import { reports } from './every-report-fixture.ts';
import { conformanceFacts } from './facts-fixture.ts';
import { inconclusiveReport, noisyReport } from './failing-fixture.ts';
import { renderJunit } from './formats/junit.ts';
import { plainMarkdown, renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { tokenProbesText } from './html/environment.ts';
import { renderHtml } from './html/html.ts';
import { buildReport } from './judge/build-report.ts';
import { prose } from './markup.ts';
import { basisOf, outcomeOf, runNotes, stateOf } from './outcome.ts';
import { passingReport, run, withFinding } from './passing-fixture.ts';
import { reasonsOf } from './reasons.ts';
import type { Finding, Observation, Report } from './report.ts';

const [first] = passingReport().findings as [Finding];

test('a run that did not come to its end has no verdict, whatever it says', () => {
  expect(outcomeOf(passingReport())).toBe('pass');
  expect(outcomeOf(passingReport({ run: { ...run, completeness: 'interrupted' } }))).toBe('none');
});

test('a pass says what nobody judged: that some answers of encrypt repeat the data', () => {
  const id = 'plaintext-in-answer';
  const [observation] = passingReport().observations;
  const reportWith = (...values: { value: string; count: number }[]) =>
    passingReport({ observations: [{ ...observation, id, values } as Observation] });
  const report = reportWith({ value: 'yes', count: 30 }, { value: 'no', count: 60 });
  const pages = [renderTerminal(report, { colour: false, folder: '.' }), renderMarkdown(report)];
  for (const page of [...pages, renderHtml(report), renderJunit(report)])
    expect(page).toMatch(/Not judged, as the document does not show the answer: 30 of 90 answers of encrypt/);
  expect(runNotes(reportWith({ value: 'no', count: 60 }))).toEqual([]);
  // Beside a result, as a copy of the request.
  expect(runNotes(reportWith({ value: 'yes', count: 60 }))).toEqual([]);
});

test('a pass without a load says once that response times were not judged', () => {
  const report = buildReport(conformanceFacts());
  expect(report.verdict).toBe('pass');
  const pages = [renderTerminal(report, { colour: false, folder: '.' }), renderMarkdown(report)];
  for (const page of [...pages, renderHtml(report)])
    expect(page.match(/Response times were not judged/g)).toHaveLength(1);
  expect(renderHtml(passingReport())).not.toContain('were not judged');
  const broken = conformanceFacts({ problems: ['Nothing works.'] });
  expect(buildReport(broken).reason).not.toContain('not judged');
});

test.each([
  [{ verdict: 'pass' }, 'pass'],
  [{ verdict: 'fail' }, 'fail'],
  [{ verdict: 'inconclusive' }, 'inconclusive'],
  [{ verdict: 'not-applicable' }, 'not-applicable'],
  [{ verdict: 'fail', waiver: { reason: 'known', expires: '2026-12-31' } }, 'waived'],
  [{ verdict: 'fail', origin: 'observed' }, 'observed'],
] as const)('%o counts as %s', (change, state) => expect(stateOf({ ...first, ...change })).toBe(state));

describe('what to do', () => {
  const open = inconclusiveReport();
  const whatToDo = (report: Report) => {
    const [reason] = reasonsOf(report);
    return reason === undefined || reason.verdict === 'fail' ? '' : reason.remedy;
  };

  it('follows the reason before anything else', () => {
    const remedy = whatToDo(open);
    expect(renderMarkdown(open).split('\n\n')[2]).toBe(`→ ${plainMarkdown(remedy)}`);
    const page = renderHtml(open);
    expect(page.indexOf(remedy)).toBeLessThan(page.indexOf('<main'));
  });

  it.each(Object.entries(reports))('is said once on the page of a report that is %s', (_, report) => {
    const remedy = whatToDo(report());
    const told =
      renderHtml(report())
        .replace(/<details[\s\S]*/, '')
        .split(`→ ${remedy}`).length - 1;
    expect(told).toBe(remedy === '' ? told : 1);
  });
});

describe('what a run that cannot be decided says of its machine', () => {
  const report = noisyReport();
  const { conditions = [] } = report.endpoints[0]?.latency ?? {};
  const [page = ''] = renderHtml(report).split('<div class="more">');

  it('is said in the verdict, once for each endpoint that has its own number of calls', () => {
    const [disturbed] = conditions.filter(({ effect }) => effect === 'warning');
    expect(disturbed).toMatchObject({ id: 'disturbed' });
    expect(page.slice(0, page.indexOf('<main'))).toContain(disturbed?.reason);
    expect(page.split(prose(disturbed?.reason ?? '').markup)).toHaveLength(2);
  });

  it('is one sentence, like the remedy, in every finding', () => {
    for (const { explanation, remedy, verdict } of report.findings) {
      if (verdict !== 'inconclusive') continue;
      expect(explanation.split(/(?<=\.) (?=[A-Z\d])/)).toHaveLength(2);
      expect(remedy).toMatch(/^Run the test on a quieter machine[^.]*\.$/);
    }
  });
});

test('a declared finding says where it was declared, not what the document leaves open', () => {
  const change = { origin: 'declared', verdict: 'fail', failures: 3, causes: [] } as const;
  const findings = withFinding(passingReport().findings, 'user-id-prefix', change);
  const failed = passingReport({ findings });
  const { sentence } = findings.find(({ check }) => check === 'user-id-prefix') ?? first;
  expect(renderTerminal(failed, { colour: false, folder: 'x' })).toMatch(
    /^ +user-id-prefix \(§2, declared in contract.yaml\)$/m,
  );
  expect(renderMarkdown(failed)).toMatch(/^- \S+ \(§2, declared in contract\.yaml\)$/m);
  expect(renderJunit(failed)).toContain('§2, declared in contract.yaml\n');
  expect(renderTerminal(failed, { colour: false, folder: 'x' })).not.toContain(sentence);
  const unnamed = { ...failed, contract: { ...failed.contract, file: null } };
  expect(basisOf({ ...first, ...change }, unnamed).source).toBe(
    `§${first.section}, declared in the contract`,
  );
  expect(basisOf({ ...first, ...change, check: 'compare-latency-user' }, failed).source).toBe(
    `§${first.section}, declared with --compare`,
  );
});

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, kinds: [], changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; 43 of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, kinds: [], changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%); others in other runs",
    );
  });

  it('names what a token in one case keeps from being tried', () => {
    const { plan, ...facts } = conformanceFacts();
    const notes = (isTokenReadInEitherCase: boolean) =>
      runNotes(buildReport({ ...facts, plan: { ...plan, isTokenReadInEitherCase } }));
    expect(notes(true)).toEqual([expect.stringMatching(/^Not tried: .* other case, .*mixes cases to test/)]);
    expect(notes(false)).toEqual([]);
  });
});

import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { renderBadge } from './badge.ts';
import { reports } from './fixtures/all.ts';
import { failingReport } from './fixtures/failing.ts';
import { passingReport, run } from './fixtures/passing.ts';

const titleOf = (svg: string) =>
  new DOMParser().parseFromString(svg, 'image/svg+xml').getElementsByTagName('title')[0]?.textContent;

test.each(Object.entries(reports))('the badge of a report that is %s is small', (_, report) => {
  expect(renderBadge(report()).length).toBeLessThan(1000);
});

test('it says what was run and what came of it', () => {
  expect(titleOf(renderBadge(passingReport()))).toBe('gate: pass');
  expect(titleOf(renderBadge(failingReport()))).toBe('gate: fail');
  expect(titleOf(renderBadge(passingReport({ run: { ...run, completeness: 'broken' } })))).toBe(
    'gate: no verdict',
  );
});

test('it says that a failure was waived', () => {
  const { findings } = failingReport();
  expect(titleOf(renderBadge(passingReport({ findings, verdict: 'pass' })))).toBe('gate: pass, 1 waived');
});

test('a name is text, whatever it is', () => {
  expect(titleOf(renderBadge(passingReport({ run: { ...run, scenario: '<g>&"' } })))).toBe('<g>&": pass');
});

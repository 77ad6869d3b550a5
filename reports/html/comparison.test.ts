import { expect, it } from 'vitest';
import { comparedReport } from '../fixtures/all.ts';
import { passingReport } from '../fixtures/passing.ts';
import { renderJson } from '../json.ts';
import { renderJunit } from '../junit.ts';
import { renderMarkdown } from '../markdown.ts';
import { readReport } from '../read-report.ts';
import { renderTerminal } from '../terminal.ts';
import { renderHtml } from './html.ts';

const report = comparedReport();

it('stands in the page, with both services, the change and its interval', () => {
  const page = renderHtml(report);
  expect(page).toContain('<section id="comparison"');
  expect(page).toContain('<code>http://127.0.0.1:8081</code>');
  expect(page).toMatch(/5\.21.*4\.60.*slower by 13\.3 % ± 1\.1 %.*slower by 14\.5 % ± 5\.0 %/s);
  expect(page).toContain('± is the 99.33\u00a0% confidence interval');
  expect(page).toContain('2\u202f600 calls to the counterpart');
});

it('stands in the summary, in the terminal and in JUnit', () => {
  expect(renderMarkdown(report)).toMatch(
    /^\| `POST \/api\/v1\/encrypt` \| slower \| 5\.21 \| 4\.60 \| slower by 13\.3 % ± 1\.1 % \|/m,
  );
  const terminal = renderTerminal(report, { colour: false, folder: 'results/run' });
  expect(terminal).toContain('compared with http://127.0.0.1:8081, called in turns');
  expect(terminal).toMatch(/✗ POST \/api\/v1\/encrypt {8}slower, slower by 13\.3 % ± 1\.1 % at the median/);
  expect(terminal).toMatch(/\? GET \/api\/v1\/sync\/status {5}open$/m);
  expect(renderJunit(report)).toMatch(/<testcase name="compare-latency-encrypt".*\n?<failure/);
});

it('is read back, and a report without it is one too', () => {
  expect(readReport(renderJson(report)).comparison).toEqual(report.comparison);
  expect(readReport(renderJson(passingReport()))).not.toHaveProperty('comparison');
  expect(renderHtml(passingReport())).not.toContain('id="comparison"');
});

import { expect, it } from 'vitest';
import { comparedReport } from '../every-report-fixture.ts';
import { renderJunit } from '../formats/junit.ts';
import { renderMarkdown } from '../formats/markdown.ts';
import { renderTerminal } from '../formats/terminal.ts';
import { renderHtml } from '../html/html.ts';
import { passingReport } from '../passing-fixture.ts';
import { readReport, renderJson } from '../report.ts';

const report = comparedReport();

it('stands in the page, with both services, the change and its interval', () => {
  const page = renderHtml(report);
  expect(page).toContain('<section id="comparison"');
  expect(page).toContain('<code>http://127.0.0.1:8081</code>');
  expect(page).toMatch(/5\.21.*4\.59.*slower by 13\.7 % ± 2\.1 %.*slower by 15\.0 % ± 6\.4 %/s);
  expect(page).toContain('± is the 99.33\u00a0% confidence interval');
  expect(page).toContain('5\u202f000 without success');
});

it('stands in the summary, in the terminal and in JUnit', () => {
  expect(renderMarkdown(report)).toMatch(
    /^- \*\*Fail:\*\* `POST \/api\/v1\/encrypt` 99.*; slower by 13\.7 % ± 2\.1 %$/m,
  );
  const terminal = renderTerminal(report, { colour: false, folder: 'results/run' });
  expect(terminal).toContain('compared with http://127.0.0.1:8081, called in turns');
  expect(terminal).toMatch(/✗ POST \/api\/v1\/encrypt {8}99.*; slower by 13\.7 % ± 2\.1 %$/m);
  expect(terminal).toMatch(/\? GET \/api\/v1\/sync\/status {5}100.*; open$/m);
  expect(renderJunit(report)).toMatch(/<testcase name="compare-latency-encrypt".*\n?<failure/);
});

it('is read back, and a report without it is one too', () => {
  expect(readReport(renderJson(report)).comparison).toEqual(report.comparison);
  expect(readReport(renderJson(passingReport()))).not.toHaveProperty('comparison');
  expect(renderHtml(passingReport())).not.toContain('id="comparison"');
});

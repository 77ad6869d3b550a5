import { expect, test } from 'vitest';
import { failingReport } from './failing-fixture.ts';
import { renderJunit } from './formats/junit.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderBadge, renderLoadPerformance, renderPrometheus } from './formats/other-formats.ts';
import { renderTerminal } from './formats/terminal.ts';
import { renderHtml } from './html/html.ts';
import { renderJson } from './report.ts';

const report = failingReport();

/** Shows reviewers how a change affects the output; `vitest -u` accepts it. */
test.each([
  ['report.html', renderHtml(report)],
  ['report.json', renderJson(report)],
  ['junit.xml', renderJunit(report)],
  ['summary.md', renderMarkdown(report)],
  ['badge.svg', renderBadge(report)],
  ['metrics.prom', renderPrometheus(report)],
  ['load-performance.json', renderLoadPerformance(report)],
  ['terminal.txt', renderTerminal(report, { colour: false, folder: 'results/run' })],
])('%s is what it was', async (name, text) => {
  await expect(text).toMatchFileSnapshot(`../tests/golden/${name}`);
});

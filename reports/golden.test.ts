import { expect, test } from 'vitest';
import { failingReport } from './fixtures/failing.ts';
import { renderHtml } from './html/html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderBadge, renderLoadPerformance, renderPrometheus } from './other-formats.ts';
import { renderJson } from './report.ts';
import { renderTerminal } from './terminal.ts';

const report = failingReport();

/** What a change does to the output is seen in review; `vitest -u` takes it over. */
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

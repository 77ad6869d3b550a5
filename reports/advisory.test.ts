import { expect, test } from 'vitest';
import { failingReport } from './failing-fixture.ts';
import { renderJunit } from './formats/junit.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { renderHtml } from './html/html.ts';
import { run } from './passing-fixture.ts';

const tries = [{ id: 'a', startedAt: run.startedAt, reason: 'The machine was busy.' }];

test.each([
  [
    'terminal',
    (report: ReturnType<typeof failingReport>) => renderTerminal(report, { colour: false, folder: 'x' }),
  ],
  ['page', renderHtml],
  ['summary', renderMarkdown],
  ['JUnit file', renderJunit],
])('the %s says that a run is advisory, and which tries were before it', (_, render) => {
  const report = failingReport();
  expect(render(report)).not.toMatch(/ADVISORY|Try 1/);
  const text = render({ ...report, run: { ...report.run, tries, advisory: true } });
  expect(text).toContain('ADVISORY RUN: this verdict blocks nothing.');
  expect(text).toContain('Try 1 was inconclusive: The machine was busy.');
});

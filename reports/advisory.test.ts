import { expect, test } from 'vitest';

import { failingReport } from './failing-fixture.ts';

import { renderJunit } from './formats/junit.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { renderHtml } from './html/html.ts';

const waited = { ms: 42_000, reason: 'No call was answered.' };

test.each([
  [
    'terminal',
    (report: ReturnType<typeof failingReport>) => renderTerminal(report, { colour: false, folder: 'x' }),
  ],
  ['page', renderHtml],
  ['summary', renderMarkdown],
  ['JUnit file', renderJunit],
])('the %s says that a run is advisory, and that it waited for the service', (_, render) => {
  const report = failingReport();
  expect(render(report)).not.toMatch(/ADVISORY|began again/);
  const text = render({ ...report, run: { ...report.run, waited, advisory: true } });
  expect(text).toContain('ADVISORY RUN: this verdict blocks nothing.');
  expect(text).toMatch(
    /The run began again 42\ss after its first call, because at first: No call was answered\./,
  );
});

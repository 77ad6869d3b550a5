import { describe, expect, test } from 'vitest';
import { reports } from '../every-report-fixture.ts';
import { failingReport, inconclusiveReport } from '../failing-fixture.ts';
import { hostileReport, hostileTexts } from '../hostile-fixture.ts';
import { evidence, passingReport, run, withFinding } from '../passing-fixture.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTerminal } from './terminal.ts';

const plain = { colour: false, folder: 'results/run', columns: 100 };
const escapeSign = '\u001b';

describe.each(Object.entries(reports))('a report that is %s', (_, report) => {
  const text = renderTerminal(report(), plain);
  const lines = text.trim().split('\n');

  test('takes at most 15 lines', () => {
    expect(text.replace(/\n$/, '').split('\n').length).toBeLessThanOrEqual(15);
  });

  test('begins with its verdict and ends with the place of the report, and how to run it again', () => {
    expect(lines[report().run.advisory ? 1 : 0]).toMatch(/^[✓✗?–] (Pass|Fail|Inconclusive|No verdict)/);
    expect(lines.filter((line) => !line.startsWith('again ')).at(-1)).toBe('report  results/run/report.html');
    expect(lines.slice(0, -1).some((line) => line.startsWith('again '))).toBe(false);
  });
});

test('a run left open by calls without success says how to make one, and ends what it says with a clause', () => {
  const counted = 'valid calls succeeded (2xx with the result of less data: 612)';
  const findings = withFinding(passingReport().findings, 'encrypt-offered', {
    verdict: 'inconclusive',
    title: 'POST /api/v1/encrypt answers with results that lack data',
    explanation: `1 852 of 2 464 ${counted}; at most 0.01 % may hold anything but their own result.`,
    remedy: 'Decrypt one.',
    cause: 'result-of-less-data',
  });
  const [endpoint, cause, curl] = ['POST /api/v1/encrypt', '2xx with the result of less data', 'curl -i X'];
  const text = renderTerminal(
    passingReport({ findings, errors: [{ endpoint, cause, count: 612, example: '', curl }] }),
    plain,
  );
  expect(text).toContain(`${counted}.\ncurl    ${curl}\ndo      Decrypt one.\n`);
});

test.each(['inconclusive', 'noisy', 'far', 'interrupted'])(
  'the last lines of a report that is %s are what was in the way, what to do, and where the report is',
  (name) => {
    const lines = renderTerminal(reports[name]?.() ?? passingReport(), plain)
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('again '));
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^why {5}.+[.…]$/),
      expect.stringMatching(/^do {6}.+\.$/),
      'report  results/run/report.html',
    ]);
  },
);

test('a failed check has its sentence, what was expected, what came, and at last a command', () => {
  const text = renderTerminal(failingReport(), plain);
  expect(text).toMatch(
    /^✗ Fail {2}user\.id does not start with `usr_`: 1.214 of 3.000 .* And 1 more finding\.$/m,
  );
  expect(text).toMatch(/user-id-prefix \(§2, stated\): “id · string · Prefix /);
  expect(text).toMatch(/expected a string that starts with `usr_`, got "u-8f14e45f"; sent again, it broke/);
  expect(text).toMatch(
    /\n {2}✗ The p99 of POST .* 148 of .*\n {2}\? Could not tell whether POST .* empty token/,
  );
  expect(text).toMatch(/\ncurl {4}curl -sS .*\nreport .*\nagain .*\n$/);
});

test('a failed check of a whole run says what its headline leaves out', () => {
  const shown = 'At least 2 % still reached the limit.';
  const explanation = `148 of 6 000 calls count as slow; p99 allows 1 %. ${shown} ${'And so on. '.repeat(20)}`;
  const report = failingReport();
  const failing = {
    ...report,
    causes: report.causes.filter(({ check }) => check === 'encrypt-latency'),
    findings: withFinding(report.findings, 'encrypt-latency', { explanation }),
  };
  for (const text of [renderTerminal(failing, plain), renderMarkdown(failing)])
    expect(text.match(/148 of 6 000 calls|At least 2 %/g)).toEqual(['At least 2 %']);
});

test('what is inconclusive is said once for all endpoints with the same remedy', () => {
  const text = renderTerminal(inconclusiveReport(), plain);
  expect(text).toMatch(/^\? Inconclusive {2}3 inconclusive, 36 passed/m);
  expect(text).toMatch(
    /^why .* the p99 of each of 3 endpoints .* busy 97 % of the time, .*\.\ndo .* or move the service to another\.$/m,
  );
});

test('lines are shortened to the width of a terminal, and stay whole where there is none', () => {
  const long = `Because of ${'many things, '.repeat(40)}nothing.`;
  const open = inconclusiveReport({ reason: long });
  const whyAt = (columns?: number) =>
    renderTerminal(open, { colour: false, folder: 'x', ...(columns && { columns }) }).match(/^why .*/m)?.[0];
  expect(whyAt()).toBe(`why     ${long}`);
  expect([80, 160].map((columns) => whyAt(columns)?.length)).toEqual([159, 319]);
  expect(whyAt(80)).toMatch(/…$/);
});

test('a command that is too long to be copied is left to the report', () => {
  const { findings } = failingReport();
  const [cause] = findings.find(({ check }) => check === 'user-id-prefix')?.causes ?? [];
  const curl = `curl 'http://127.0.0.1:8080/${'x'.repeat(1000)}'`;
  const causes = cause === undefined ? [] : [{ ...cause, evidence: [evidence({ curl })] }];
  const report = failingReport({ findings: withFinding(findings, 'user-id-prefix', { causes }) });
  expect(renderTerminal(report, plain)).not.toContain('curl');
});

test('a run that was interrupted has no verdict', () => {
  const text = renderTerminal(passingReport({ run: { ...run, completeness: 'interrupted' } }), plain);
  expect(text).toMatch(/^– No verdict/m);
});

describe('control characters', () => {
  test('are ours alone, and only with colour', () => {
    expect(renderTerminal(failingReport(), plain)).not.toContain(escapeSign);
    expect(renderTerminal(failingReport(), { ...plain, colour: true })).toContain(
      `${escapeSign}[1;31m✗ Fail`,
    );
  });

  test('of the service are shown and never sent', () => {
    const text = renderTerminal(hostileReport(), plain);
    expect([...text].filter((one) => one < ' ' && one !== '\n')).toEqual([]);
    expect(text).not.toContain('\u202e');
    expect(text).toContain('⟨U+202E⟩');
  });

  test.each([true, false])('and commands of a CI are never said to it (colour: %s)', (colour) => {
    for (const reason of [...hostileTexts, '::error::owned', '##vso[task.complete result=Succeeded;]']) {
      const target = { ...run, completeness: 'interrupted' } as const;
      for (const report of [passingReport({ reason }), passingReport({ reason, run: target })]) {
        const text = renderTerminal(report, { ...plain, colour, folder: `\n${reason}` });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of ours
        expect(text.replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(/^\s*::|##[a-z]*\[/m);
      }
    }
  });
});

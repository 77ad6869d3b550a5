import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reports } from '../every-report-fixture.ts';
import { failingReport } from '../failing-fixture.ts';
import { hostileReport, hostileTexts } from '../hostile-fixture.ts';
import { passingReport } from '../passing-fixture.ts';
import { plainMarkdown, renderMarkdown } from './markdown.ts';

describe.each(Object.entries(reports))('the summary of a report that is %s', (_, report) => {
  const text = renderMarkdown(report());

  test('fits on a screen and in a comment', () => {
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(40);
    expect(text.length).toBeLessThan(65_536);
  });
});

test('the verdict and the reason come first', () => {
  const [title, , reason] = renderMarkdown(passingReport()).split('\n');
  expect(title).toBe('## ✅ Pass: gate of `http://127.0.0.1:8080`');
  expect(reason).toMatch(/^\d+ checks passed and none failed/);
});

test('the first failed check is told with a way to see it again, the others in a line each', () => {
  const text = renderMarkdown(failingReport());
  expect(text).toMatch(
    /\n\nuser\.id does not start with `usr_`: 1.214 of 3.000 .* And 1 more finding\.\n\n- user-id-prefix \(§2, stated\): “id · string/,
  );
  expect(text).toMatch(
    /^- another prefix, 1.202 ×: expected a string .* got "u-8f14e45f"; .*\n- [\s\S]*\n\n```sh\ncurl -sS -i/m,
  );
  expect(text).toMatch(/^- \*\*Fail:\*\* The p99 of POST .* → Make this endpoint faster/m);
  expect(text).toMatch(
    /^- \*\*Inconclusive:\*\* Could not tell whether POST .* refuses calls with an empty token/m,
  );
});

test('checks are counted by what came out, worst first', () => {
  expect(renderMarkdown(failingReport())).toContain('\nChecks: 2 failed, 1 inconclusive, 1 waived, ');
});

describe('text of the service', () => {
  /** What a Markdown reader would take as markup, mention or link: all that is not code. */
  const outsideCode = (text: string) =>
    text.replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');

  test('is never markup, a mention or a picture', () => {
    const text = outsideCode(renderMarkdown(hostileReport()));
    expect(text).not.toMatch(/(?<!\\)[<]|(?<!\\)!?(?<!\\)\[|@\w|:\/\/|www\./);
  });

  test('refers to no issue', () => {
    expect(plainMarkdown('#12 of me#3 and `#4`')).toBe('\\#&#8203;12 of me#&#8203;3 and `#4`');
    expect(plainMarkdown('GH-5 and high-5')).toBe('GH-&#8203;5 and high-5');
  });

  test('ends no code it stands in, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n', '|', ' ', '<') }), (text) => {
        const report = passingReport();
        const rendered = outsideCode(
          renderMarkdown({ ...report, run: { ...report.run, target: `x${text}x` } }),
        );
        expect(rendered.split('\n')[0]?.trimEnd()).toBe('## ✅ Pass: gate of');
      }),
    );
  });

  test('the sample texts are hostile indeed', () => {
    expect(hostileTexts.join('')).toMatch(/<img.*@someone.*!\[i\]/s);
  });
});

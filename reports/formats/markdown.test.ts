import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reports } from '../fixtures/every-report.ts';
import { failingReport } from '../fixtures/failing.ts';
import { hostileReport, hostileTexts } from '../fixtures/hostile.ts';
import { passingReport } from '../fixtures/passing.ts';
import { renderMarkdown } from './markdown.ts';

test.each(Object.entries(reports))('the summary of a report that is %s fits in a comment', (_, report) => {
  expect(renderMarkdown(report()).length).toBeLessThan(65_536);
});

test('the verdict and the reason come first', () => {
  const [title, , reason] = renderMarkdown(passingReport()).split('\n');
  expect(title).toBe('## ✅ Pass: gate of `http://127.0.0.1:8080`');
  expect(reason).toMatch(/^\d+ checks passed and none failed/);
});

test('each failed and each inconclusive check is told, with a way to see it again', () => {
  const text = renderMarkdown(failingReport());
  expect(text.match(/^### .*$/gm)).toEqual([
    '### Failed: user.id does not start with `usr_`',
    '### Failed: POST /api/v1/encrypt does not answer under 20 ms (p99)',
  ]);
  expect(text).toMatch(/^\*\*Inconclusive:\*\* Undecided: POST .* does not succeed with an empty token/m);
  expect(text).toContain('curl -sS -i');
});

describe('text of the service', () => {
  /** What a Markdown reader would take as markup, mention or link: all that is not code. */
  const outsideCode = (text: string) =>
    text.replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');

  test('is never markup, a mention or a picture', () => {
    const text = outsideCode(renderMarkdown(hostileReport()));
    expect(text.replace(/<\/?(details|summary)>/g, '')).not.toMatch(
      /(?<!\\)[<]|(?<!\\)!?(?<!\\)\[|@\w|:\/\/|www\./,
    );
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

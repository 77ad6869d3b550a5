import { describe, expect, it } from 'vitest';
import { failingReport, inconclusiveReport } from './fixtures/failing.ts';
import { renderHtml } from './html/html.ts';
import { renderMarkdown } from './markdown.ts';
import { tokenProbesText, whatToDo } from './phrases.ts';

describe('what to do', () => {
  const open = inconclusiveReport();
  const cause = { verdict: 'inconclusive', text: 'Too few.', check: null } as const;
  const other = ['', 'Ask more.', 'Wait.'];

  it('is the remedy of the first reason that has one, and is not said where something failed', () => {
    expect(whatToDo({ causes: other.map((remedy) => ({ ...cause, remedy })) })).toEqual(['Ask more.']);
    expect(whatToDo(failingReport())).toEqual([]);
  });

  it('follows the reason before anything else', () => {
    const [remedy = 'none'] = whatToDo(open);
    expect(renderMarkdown(open).split('\n\n')[2]).toBe(`→ ${remedy}`);
    const page = renderHtml(open);
    expect(page.indexOf(remedy)).toBeLessThan(page.indexOf('<main'));
  });
});

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; each of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%), others in other runs",
    );
  });
});

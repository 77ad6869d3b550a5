import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What breaks a rule and what axe could not decide; the contrast of texts in charts is judged by `weakChartTexts`.
 * Through the debugger, which the page's policy does not bind.
 */
export function brokenRules(page: Page, rules: RunOptions['rules'] = {}): Promise<string[]> {
  return problemsOf(page, { runOnly: standards, rules });
}

/** The rules whose results another colour scheme can change. */
export function weakContrasts(page: Page): Promise<string[]> {
  return problemsOf(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function problemsOf(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  return [...results.violations, ...results.incomplete]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    .filter((problem) => !problem.startsWith('color-contrast: <text '));
}

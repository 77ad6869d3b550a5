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

/** Of what passes, of which there is much, axe describes one node per rule. */
const readAlone: RunOptions = { resultTypes: ['violations', 'incomplete'], selectors: false };

async function problemsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const asked = JSON.stringify({ ...options, ...readAlone });
  const problems: string[] = await page.evaluate(`axe.run(${asked}).then(${problemsIn})`);
  return problems.filter((problem) => !problem.startsWith('color-contrast: <text '));
}

/** Is sent to the page as its source. */
function problemsIn({ violations, incomplete }: AxeResults): string[] {
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collidingLabels, openEverything, overflow, weakChartTexts } from './inside-page.ts';
import { serveTrendPages, type TrendPages, trends } from './trend-pages.ts';

const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const names = Object.keys(trends);

let browser: Browser;
let pages: TrendPages;

beforeAll(async () => {
  pages = await serveTrendPages();
  const executablePath = process.env['CHROME_BIN'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: [...quiet, '--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

async function withPage(
  name: string,
  options: BrowserContextOptions,
  judge: (page: Page, complaints: readonly string[]) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(pages.urlOf(name));
    await judge(page, complaints);
  } finally {
    await context.close();
  }
}

/** What breaks a rule and what axe could not decide; through the debugger, which the page's policy does not bind. */
async function broken(page: Page, rules: RunOptions['rules'] = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ runOnly: standards, rules })})`,
  );
  return [...results.violations, ...results.incomplete]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    .filter((problem) => !problem.startsWith('color-contrast: <text '));
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each(['eventful', 'few', 'empty', 'hostile'])(
    'everybody can read the trend that is %s',
    async (name) => {
      await withPage(name, { colorScheme }, async (page, complaints) => {
        await page.evaluate(openEverything);
        expect(await broken(page)).toEqual([]);
        expect(await page.evaluate(weakChartTexts)).toEqual([]);
        expect(await page.evaluate(collidingLabels)).toEqual([]);
        expect(complaints).toEqual([]);
      });
    },
  );
});

describe('on a screen of 320 pixels', () => {
  test.each(names)('the trend that is %s does not run over', async (name) => {
    await withPage(name, { viewport: { width: 320, height: 700 } }, async (page) => {
      expect(await page.evaluate(overflow)).toBe(0);
      await page.evaluate(openEverything);
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
    });
  });

  test('what scrolls there can be reached by keyboard', async () => {
    await withPage('eventful', { viewport: { width: 320, height: 700 } }, async (page) => {
      await page.evaluate(openEverything);
      const hiddenByScrolling = { 'color-contrast': { enabled: false } };
      expect(await broken(page, hiddenByScrolling)).toEqual([]);
    });
  });
});

test('nothing is ever asked of the network but the page', async () => {
  pages.asked.length = 0;
  await withPage('hostile', {}, async (page, complaints) => {
    await page.evaluate(openEverything);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(pages.asked).toEqual(['/hostile/']);
    expect(complaints).toEqual([]);
  });
});

test('without scripts the page is complete', async () => {
  await withPage('eventful', { javaScriptEnabled: false }, async (page) => {
    expect(await page.locator('h1').textContent()).toBe('Newest run: pass');
    expect(await page.locator('svg.chart').count()).toBe(4);
    expect(await page.locator('.strip a').count()).toBe(60);
    const numbers = page.locator('#encrypt tbody tr');
    expect(await numbers.first().isVisible()).toBe(false);
    await page.locator('#encrypt summary').click();
    expect(await numbers.first().isVisible()).toBe(true);
    expect(await numbers.count()).toBe(60);
  });
});

test('print shows the numbers', async () => {
  await withPage('few', { javaScriptEnabled: false }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#user tbody tr').first().isVisible()).toBe(true);
  });
});

describe('the run behind a point', () => {
  const report = 'eventful/2026-02-12T03-00-00Z-gate/report.html';

  test('is a click away in the chart', async () => {
    await withPage('eventful', {}, async (page) => {
      await page.locator('#encrypt .chart a').nth(38).click();
      await page.waitForURL(`**/${report}`);
    });
  });

  test('can be reached by keyboard in the table, and not in the chart', async () => {
    await withPage('eventful', {}, async (page) => {
      expect(await page.locator('.chart a:not([tabindex="-1"])').count()).toBe(0);
      await page.locator('#encrypt summary').press('Enter');
      await page.locator('#encrypt tbody a').nth(38).press('Enter');
      await page.waitForURL(`**/${report}`);
    });
  });

  test('of a folder with a hostile name is asked from where the page came', async () => {
    await withPage('hostile', {}, async (page) => {
      const links = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.strip a')].map((link) => link.href)",
      );
      expect(links).toHaveLength(6);
      for (const link of links) expect(link.startsWith(pages.urlOf('hostile'))).toBe(true);
    });
  });
});

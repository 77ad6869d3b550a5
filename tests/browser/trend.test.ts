import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenRules } from './accessibility.ts';
import { collidingLabels, openEverything, overflow, weakChartTexts } from './inside-page.ts';
import { launchBrowser, withPage } from './opened-page.ts';
import type { ServedPages } from './served-pages.ts';
import { serveTrendPages, trends } from './trend-pages.ts';

const names = Object.keys(trends);

let browser: Browser;
let pages: ServedPages;

beforeAll(async () => {
  pages = await serveTrendPages();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

type Judge = (page: Page, complaints: readonly string[]) => Promise<void>;
const withTrend = (name: string, options: BrowserContextOptions, judge: Judge) =>
  withPage(browser, pages.urlOf(`${name}/`), options, judge);

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each(['eventful', 'few', 'empty', 'hostile'])(
    'everybody can read the trend that is %s',
    async (name) => {
      await withTrend(name, { colorScheme }, async (page, complaints) => {
        await page.evaluate(openEverything);
        expect(await brokenRules(page)).toEqual([]);
        expect(await page.evaluate(weakChartTexts)).toEqual([]);
        expect(await page.evaluate(collidingLabels)).toEqual([]);
        expect(complaints).toEqual([]);
      });
    },
  );
});

describe('on a screen of 320 pixels', () => {
  test.each(names)('the trend that is %s does not run over', async (name) => {
    await withTrend(name, { viewport: { width: 320, height: 700 } }, async (page) => {
      expect(await page.evaluate(overflow)).toBe(0);
      await page.evaluate(openEverything);
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
    });
  });

  test('what scrolls there can be reached by keyboard', async () => {
    await withTrend('eventful', { viewport: { width: 320, height: 700 } }, async (page) => {
      await page.evaluate(openEverything);
      const hiddenByScrolling = { 'color-contrast': { enabled: false } };
      expect(await brokenRules(page, hiddenByScrolling)).toEqual([]);
    });
  });
});

test('nothing is ever asked of the network but the page', async () => {
  pages.asked.length = 0;
  await withTrend('hostile', {}, async (page, complaints) => {
    await page.evaluate(openEverything);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(pages.asked).toEqual(['/hostile/']);
    expect(complaints).toEqual([]);
  });
});

test('without scripts the page is complete', async () => {
  await withTrend('eventful', { javaScriptEnabled: false }, async (page) => {
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
  await withTrend('few', { javaScriptEnabled: false }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#user tbody tr').first().isVisible()).toBe(true);
  });
});

describe('the run behind a point', () => {
  const report = 'eventful/2026-02-12T03-00-00Z-gate/report.html';

  test('is a click away in the chart', async () => {
    await withTrend('eventful', {}, async (page) => {
      await page.locator('#encrypt .chart a').nth(38).click();
      await page.waitForURL(`**/${report}`);
    });
  });

  test('can be reached by keyboard in the table, and not in the chart', async () => {
    await withTrend('eventful', {}, async (page) => {
      expect(await page.locator('.chart a:not([tabindex="-1"])').count()).toBe(0);
      await page.locator('#encrypt summary').press('Enter');
      await page.locator('#encrypt tbody a').nth(38).press('Enter');
      await page.waitForURL(`**/${report}`);
    });
  });

  test('of a folder with a hostile name is asked from where the page came', async () => {
    await withTrend('hostile', {}, async (page) => {
      const links = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.strip a')].map((link) => link.href)",
      );
      expect(links).toHaveLength(6);
      for (const link of links) expect(link.startsWith(pages.urlOf('hostile/'))).toBe(true);
    });
  });
});

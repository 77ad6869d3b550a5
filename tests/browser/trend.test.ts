import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenRules, weakContrasts } from './accessibility.ts';
import { overflow } from './inside-page.ts';
import { launchBrowser, withPage } from './opened-page.ts';
import type { ServedPages } from './served-pages.ts';
import { serveTrendPages, trends } from './trend-pages.ts';

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

test.each(['eventful', 'hostile'])('everybody can read the trend that is %s', async (name) => {
  await withTrend(name, { colorScheme: 'light' }, async (page, complaints) => {
    expect(await brokenRules(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await weakContrasts(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test.each(Object.keys(trends))(
  'on a screen of 320 pixels the trend that is %s does not run over',
  async (name) => {
    await withTrend(name, { viewport: { width: 320, height: 700 } }, async (page) => {
      expect(await page.evaluate(overflow)).toBe(0);
    });
  },
);

test('nothing is ever asked of the network but the page', async () => {
  pages.asked.length = 0;
  await withTrend('hostile', {}, async (page) => {
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(pages.asked).toEqual(['/hostile/']);
    const links = await page.evaluate<string[]>(
      "[...document.querySelectorAll('#runs a')].map((link) => link.href)",
    );
    expect(links).toHaveLength(12);
    for (const link of links) expect(link.startsWith(pages.urlOf('hostile/'))).toBe(true);
  });
});

test('without scripts it is complete, by keyboard too', async () => {
  await withTrend('eventful', { javaScriptEnabled: false }, async (page) => {
    expect(await page.locator('#runs tbody tr').count()).toBe(20);
    await page.locator('#runs tbody th a').first().press('Enter');
    await page.waitForURL('**/eventful/2026-01-24T03-00-00Z-gate/report.html');
  });
});

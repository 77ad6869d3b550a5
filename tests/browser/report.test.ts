import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reports } from '../../reports/every-report-fixture.ts';
import { brokenRules, weakContrasts } from './accessibility.ts';
import { collidingLabels, openEverything, overflow, weakChartTexts } from './inside-page.ts';
import { launchBrowser, withPage } from './opened-page.ts';
import { serveReportPages } from './report-pages.ts';
import type { ServedPages } from './served-pages.ts';

let browser: Browser;
let pages: ServedPages;

beforeAll(async () => {
  pages = await serveReportPages();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

type Judge = (page: Page, complaints: readonly string[]) => Promise<void>;
const withReport = (name: string, options: BrowserContextOptions, judge: Judge) =>
  withPage(browser, pages.urlOf(name), options, judge);

test.each(['passing', 'failing', 'slow-everywhere', 'noisy', 'advisory', 'compared', 'hostile'])(
  'everybody can read the page of a report that is %s',
  async (name) => {
    await withReport(name, { colorScheme: 'light' }, async (page, complaints) => {
      await page.evaluate(openEverything);
      expect(await brokenRules(page)).toEqual([]);
      expect(await page.evaluate(weakChartTexts)).toEqual([]);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await weakContrasts(page)).toEqual([]);
      expect(await page.evaluate(weakChartTexts)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);

describe('on a screen of 320 pixels', () => {
  test.each(Object.keys(reports))('the page of a report that is %s does not run over', async (name) => {
    await withReport(name, { viewport: { width: 320, height: 700 } }, async (page) => {
      expect(await page.evaluate(overflow)).toBe(0);
      await page.evaluate(openEverything);
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
    });
  });

  test('what scrolls there can be reached by keyboard', async () => {
    await withReport('failing', { viewport: { width: 320, height: 700 } }, async (page) => {
      await page.evaluate(openEverything);
      const hiddenByScrolling = { 'color-contrast': { enabled: false } };
      expect(await brokenRules(page, hiddenByScrolling)).toEqual([]);
    });
  });
});

test('nothing is ever asked of the network but the page', async () => {
  pages.asked.length = 0;
  await withReport('hostile', {}, async (page, complaints) => {
    await page.evaluate(openEverything);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(pages.asked).toEqual(['/hostile']);
    expect(complaints).toEqual([]);
  });
});

test('the page is complete', async () => {
  await withReport('failing', {}, async (page) => {
    expect(await page.locator('h1').textContent()).toBe('Fail');
    expect(await page.locator('svg.chart').count()).toBe(4 + 1 + 2 * 4);
    expect(await page.locator('#check-user-id-prefix pre').first().isVisible()).toBe(true);
  });
});

test('what decides is seen without opening or scrolling anything, scripts or not', async () => {
  const options = { viewport: { width: 1200, height: 800 }, javaScriptEnabled: false };
  await withReport('noisy', options, async (page) => {
    for (const part of ['h1', '.reason', '.remedy', '#times tbody tr:last-child svg']) {
      const box = await page.locator(part).first().boundingBox();
      expect((box?.y ?? 800) + (box?.height ?? 0), part).toBeLessThan(800);
    }
  });
});

test('print shows what is folded', async () => {
  await withReport('failing', {}, async (page) => {
    const folded = page.locator('#check-user-body-json');
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await folded.isVisible()).toBe(true);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('a link to a folded finding opens it', async () => {
  await withReport('failing#check-user-body-json', {}, async (page) => {
    await page.locator('#check-user-body-json').waitFor();
    await page.evaluate("location.hash = '#check-user-envelope-only-key'");
    await page.locator('#check-user-envelope-only-key').waitFor();
  });
});

test('every control of the page can be reached and seen by keyboard', async () => {
  await withReport('failing', {}, async (page) => {
    const evidence = page.locator('#check-user-id-prefix .evidence').first();
    await evidence.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await evidence.getAttribute('open')).toBeNull();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  });
});

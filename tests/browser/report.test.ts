import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reports } from '../../reports/fixtures/all.ts';
import { collidingLabels, openEverything, overflow, weakChartTexts } from './inside-page.ts';
import { type ReportPages, serveReportPages } from './report-pages.ts';

const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
let pages: ReportPages;

beforeAll(async () => {
  pages = await serveReportPages();
  const executablePath = process.env['CHROME_BIN'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: [...quiet, '--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

interface Opened {
  readonly page: Page;
  /** What the browser complained of: errors in scripts, and what the page's own policy forbade. */
  readonly complaints: readonly string[];
}

async function withPage(
  name: string,
  options: BrowserContextOptions,
  judge: (opened: Opened) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(pages.urlOf(name));
    await judge({ page, complaints });
  } finally {
    await context.close();
  }
}

/** Through the debugger, which the page's policy does not bind. */
async function axeResults(page: Page, rules: RunOptions['rules'] = {}): Promise<AxeResults> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${JSON.stringify({ runOnly: standards, rules })})`);
}

/** What breaks a rule and what axe could not decide; the contrast of texts in charts is judged by `weakChartTexts`. */
const broken = ({ violations, incomplete }: AxeResults) =>
  [...violations, ...incomplete]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    .filter((problem) => !problem.startsWith('color-contrast: <text '));

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each(['passing', 'failing', 'inconclusive', 'hostile'])(
    'everybody can read the page of a report that is %s',
    async (name) => {
      await withPage(name, { colorScheme }, async ({ page, complaints }) => {
        await page.evaluate(openEverything);
        expect(broken(await axeResults(page))).toEqual([]);
        expect(await page.evaluate(weakChartTexts)).toEqual([]);
        expect(await page.evaluate(collidingLabels)).toEqual([]);
        expect(complaints).toEqual([]);
      });
    },
  );
});

describe('on a screen of 320 pixels', () => {
  test.each(Object.keys(reports))('the page of a report that is %s does not run over', async (name) => {
    await withPage(name, { viewport: { width: 320, height: 700 } }, async ({ page }) => {
      expect(await page.evaluate(overflow)).toBe(0);
      await page.evaluate(openEverything);
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
    });
  });

  test('what scrolls there can be reached by keyboard', async () => {
    await withPage('failing', { viewport: { width: 320, height: 700 } }, async ({ page }) => {
      await page.evaluate(openEverything);
      const hiddenByScrolling = { 'color-contrast': { enabled: false } };
      expect(broken(await axeResults(page, hiddenByScrolling))).toEqual([]);
    });
  });
});

test('nothing is ever asked of the network but the page', async () => {
  pages.asked.length = 0;
  await withPage('hostile', {}, async ({ page, complaints }) => {
    await page.evaluate(openEverything);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(pages.asked).toEqual(['/hostile']);
    expect(complaints).toEqual([]);
  });
});

describe('without scripts', () => {
  const javaScriptEnabled = false;

  test('the page is complete, and shows no button that does nothing', async () => {
    await withPage('failing', { javaScriptEnabled }, async ({ page }) => {
      expect(await page.locator('h1').textContent()).toBe('Fail');
      expect(await page.locator('svg.chart').count()).toBe(20);
      expect(await page.locator('#check-user-id-prefix pre').first().isVisible()).toBe(true);
      expect(await page.locator('button:visible').count()).toBe(0);
    });
  });

  test('print shows what is folded', async () => {
    await withPage('failing', { javaScriptEnabled }, async ({ page }) => {
      const folded = page.locator('#check-user-body-json h3');
      await page.emulateMedia({ media: 'screen' });
      expect(await folded.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await folded.isVisible()).toBe(true);
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    });
  });
});

describe('with scripts', () => {
  test('a button copies the command and says so', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await withPage('failing', { permissions }, async ({ page }) => {
      const command = page.locator('#check-user-id-prefix .command').first();
      await command.getByRole('button', { name: 'Copy' }).click();
      await command.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(await command.locator('pre').textContent());
      expect(copied).toMatch(/^curl /);
    });
  });

  test('without the clipboard the command is selected instead', async () => {
    await withPage('failing', {}, async ({ page }) => {
      await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
      const command = page.locator('#check-user-id-prefix .command').first();
      await command.getByRole('button').click();
      await command.getByRole('status').filter({ hasText: 'Ctrl+C' }).waitFor();
      expect(await page.evaluate('String(getSelection())')).toMatch(/^curl /);
    });
  });

  test('a link to a folded finding opens it', async () => {
    await withPage('failing#check-user-body-json', {}, async ({ page }) => {
      expect(await page.locator('#check-user-body-json h3').isVisible()).toBe(true);
      await page.evaluate("location.hash = '#check-user-envelope-only-key'");
      await page.locator('#check-user-envelope-only-key h3').waitFor();
    });
  });

  test('print opens what is folded, and folds it again', async () => {
    await withPage('failing', {}, async ({ page }) => {
      const folded = page.locator('details:not([open])');
      const before = await folded.count();
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await folded.count()).toBe(0);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await folded.count()).toBe(before);
      expect(before).toBeGreaterThan(20);
    });
  });

  test('the first stop of the keyboard skips to the report', async () => {
    await withPage('failing', {}, async ({ page }) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the report');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('location.hash')).toBe('#main');
      await page.keyboard.press('Tab');
      expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    });
  });

  test('every control of the page can be reached and seen by keyboard', async () => {
    await withPage('failing', {}, async ({ page }) => {
      const summary = page.locator('#check-user-id-prefix > summary');
      await summary.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('#check-user-id-prefix').getAttribute('open')).toBeNull();
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    });
  });
});

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROME_BIN'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: [...quiet, '--no-sandbox'] });
}

/** Judges a page that is opened for it alone. */
export async function withPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  judge: (page: Page, complaints: readonly string[]) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    // Errors in scripts, and what the page's own policy forbade.
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await judge(page, complaints);
  } finally {
    await context.close();
  }
}

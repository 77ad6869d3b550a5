import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { chromium } from 'playwright-core';

/** `node docs/picture.mjs` makes the picture in the README: what the tutorial's first run reports. CHROME_BIN names the browser. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const harness = (args, baseUrl = '') =>
  execa(process.execPath, [here('../cli/bin.mjs'), ...args], {
    env: { ACCESS_TOKEN: 'my-first-token', BASE_URL: baseUrl, SEED: '3' },
    reject: false,
  });

const folder = mkdtempSync(join(tmpdir(), 'picture-'));
const service = harness(['serve', '--port', '8080', '--fault', 'auth-made-up-admitted-cut-short']);
await new Promise((listening) => service.stdout.once('data', listening));
const { exitCode, stderr } = await harness(['conformance', '--out', folder], 'http://127.0.0.1:8080');
service.kill();
await service;
if (exitCode !== 1) throw new Error(`The run ended with status ${exitCode}: ${stderr}`);

const { CHROME_BIN: executablePath = '/usr/bin/chromium' } = process.env;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const width = 880;
const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme: 'light' });
await page.goto(pathToFileURL(join(folder, 'report.html')).href);
// Verdict, finding and curl alone, for a picture that a README can show.
const leftOut = '.finding pre:first-of-type';
await page.evaluate(`document.querySelectorAll('${leftOut}').forEach((part) => part.remove())`);
const { y, height } = await page.locator('.finding pre').first().boundingBox();
const clip = { x: 0, y: 0, width, height: Math.ceil(y + height + 16) };
await page.screenshot({ path: here('report.png'), clip, fullPage: true });
await browser.close();

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { closedUrl, serve, standIn, temporaryFolder } from '../../cli/k6/stand-in-fixture.ts';
import { type BrowserOptions, obtainBrowser } from './obtain-browser.ts';
import { storedZip } from './stored-zip.ts';

const words = "echo 'Chromium 150.0.1.2 on a test'";

/** A machine without a browser, on which Playwright reaches nothing. */
async function bareMachine() {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  const env: NodeJS.ProcessEnv = {
    PATH: bin,
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'playwright'),
    PLAYWRIGHT_DOWNLOAD_HOST: await closedUrl(),
  };
  const lines: string[] = [];
  const obtain = (more: NodeJS.ProcessEnv = {}, options: BrowserOptions = {}) =>
    obtainBrowser({
      env: { ...env, ...more },
      say: (line) => lines.push(line),
      places: [],
      isRoot: false,
      ...options,
    });
  return { folder, bin, lines, obtain };
}

it('obtains a browser that starts headless and shows a page', { timeout: 15 * 60_000 }, async () => {
  const { path, version } = await obtainBrowser();
  const browser = await chromium.launch({ executablePath: path });
  try {
    expect(browser.version()).toBe(version);
    const page = await browser.newPage();
    await page.setContent('<title>here</title>');
    expect(await page.title()).toBe('here');
  } finally {
    await browser.close();
  }
});

it('takes the one that CHROME_BIN names, and no other in its place', async () => {
  const { folder, bin, obtain } = await bareMachine();
  standIn(join(bin, 'chromium'), words);
  const path = standIn(join(folder, 'mine'), words);
  expect(await obtain({ CHROME_BIN: path })).toEqual({ path, version: '150.0.1.2', source: 'CHROME_BIN' });
  await expect(obtain({ CHROME_BIN: join(folder, 'none') })).rejects.toThrow(
    /:\n {2}CHROME_BIN: .* failed with ENOENT.*\nWhat to do/,
  );
});

it.each(['chromium', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'])(
  'finds %s on PATH',
  async (name) => {
    const { bin, obtain } = await bareMachine();
    const path = standIn(join(bin, name), words);
    expect(await obtain()).toEqual({ path, version: '150.0.1.2', source: 'installed' });
  },
);

it('goes past one on PATH that does not run, to one in a usual place', async () => {
  const { folder, bin, lines, obtain } = await bareMachine();
  const broken = standIn(join(bin, 'chromium'), 'echo needs a snap >&2; exit 1');
  const path = standIn(join(folder, 'Applications', 'Google Chrome'), words);
  expect(await obtain({}, { places: [join(folder, 'none'), path] })).toMatchObject({
    path,
    source: 'installed',
  });
  expect(lines).toEqual([
    `Could not get browser from installed: Command failed with exit code 1: ${broken} --version --no-sandbox: needs a snap`,
  ]);
});

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'lets Playwright fetch one, once',
  { timeout: 60_000 },
  async () => {
    const { folder, lines, obtain } = await bareMachine();
    const archive = storedZip({
      'chrome-linux64/chrome': `#!/bin/sh\n${words}\n`,
      'ffmpeg-linux': '#!/bin/sh\n',
    });
    const host = await serve((_, response) => {
      response.writeHead(200, { 'content-length': archive.length }).end(archive);
    });
    const browser = await obtain({ PLAYWRIGHT_DOWNLOAD_HOST: host });
    expect(browser).toMatchObject({ version: '150.0.1.2', source: 'playwright' });
    expect(browser.path.startsWith(join(folder, 'playwright'))).toBe(true);
    expect(await obtain()).toEqual(browser);
    expect(lines).toEqual([expect.stringContaining('fetching Chromium by Playwright')]);
  },
);

it('installs the package as root on Debian, last', { timeout: 60_000 }, async () => {
  const { bin, lines, obtain } = await bareMachine();
  const log = join(bin, 'log');
  standIn(join(bin, 'made'), words);
  const install = `if [ $1 = install ]; then /bin/cp ${join(bin, 'made')} ${join(bin, 'chromium')}; fi`;
  standIn(join(bin, 'apt-get'), `echo "$*" >> ${log}; ${install}`);
  expect(await obtain({}, { isRoot: true })).toEqual({
    path: join(bin, 'chromium'),
    version: '150.0.1.2',
    source: 'apt',
  });
  expect(readFileSync(log, 'utf8')).toMatch(/^update\ninstall -y --no-install-recommends chromium /);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['fetching', 'Could', 'installing']);
});

it('names every way, its reason and what to do when none serves', { timeout: 60_000 }, async () => {
  const { bin, obtain } = await bareMachine();
  standIn(join(bin, 'apt-get'), 'exit 0');
  await expect(obtain()).rejects.toThrow(
    /\n {2}playwright: .*ECONNREFUSED.*\n {2}apt: only root can install a package\nWhat to do: install Chromium, Chrome or Edge/,
  );
});

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { answerOf, firstLine, firstThatServes, onPath } from '../../cli/k6/executable.ts';

type BrowserSource = 'CHROME_BIN' | 'installed' | 'playwright' | 'apt';
export type Browser = { path: string; version: string; source: BrowserSource };
type Say = (line: string) => void;

export type BrowserOptions = {
  env?: NodeJS.ProcessEnv;
  /** Gets one line for each thing that takes time or is not as it should be. */
  say?: Say;
  /** Where browsers stand outside PATH. */
  places?: readonly string[];
  isRoot?: boolean;
};

const advice = 'install Chromium, Chrome or Edge, or set CHROME_BIN to the file of one.';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const edgeNames = ['microsoft-edge', 'microsoft-edge-stable', 'msedge'];
const macPlaces = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
);

/** Finds, fetches or installs a Chromium, Chrome or Edge; rejects with the reason of each way if none serves. */
export async function obtainBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { env = process.env, say = () => {}, places = macPlaces } = options;
  const { isRoot = process.getuid?.() === 0 } = options;
  const at = (path: string, source: BrowserSource) => ({
    name: source,
    serve: async () => ({ path, version: await browserVersion(path, env), source }),
  });
  const { CHROME_BIN } = env;
  // Asked for by name: no other takes its place unasked.
  if (CHROME_BIN)
    return firstThatServes('browser', [at(resolve(CHROME_BIN), 'CHROME_BIN')], advice, () => {});
  const files = [...onPath([...names, ...edgeNames], env), ...places.filter((place) => existsSync(place))];
  const ways = [
    ...files.map((file) => at(file, 'installed')),
    { name: 'playwright', serve: () => fromPlaywright(env, say) },
    { name: 'apt', serve: () => fromApt(env, isRoot, say) },
  ];
  return firstThatServes('browser', ways, advice, say);
}

async function fromPlaywright(env: NodeJS.ProcessEnv, say: Say): Promise<Browser> {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const script = `process.stdout.write(require(${JSON.stringify(folder)}).chromium.executablePath())`;
  const path = await answerOf(process.execPath, ['-e', script], { env, timeout: 30_000 });
  if (!existsSync(path)) {
    say('fetching Chromium by Playwright');
    await run(process.execPath, [join(folder, 'cli.js'), 'install', '--no-shell', 'chromium'], {
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
      ...env,
    });
  }
  return { path, version: await browserVersion(path, env), source: 'playwright' };
}

async function fromApt(env: NodeJS.ProcessEnv, isRoot: boolean, say: Say): Promise<Browser> {
  const apt = onPath(['apt-get'], env)[0];
  if (apt === undefined) throw new Error('no apt-get');
  if (!isRoot) throw new Error('only root can install a package');
  say('installing the package chromium by apt-get');
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(apt, ['update'], quiet);
  await run(apt, ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], quiet);
  const path = onPath(['chromium'], env)[0];
  if (path === undefined) throw new Error('the package chromium brought no chromium to PATH');
  return { path, version: await browserVersion(path, env), source: 'apt' };
}

async function browserVersion(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['--version', '--no-sandbox'];
  const output = await answerOf(path, args, { env, timeout: 30_000 });
  const version = /\d+\.\d+\.\d+(\.\d+)?/.exec(output)?.[0];
  if (version === undefined) throw new Error(`${path} answers "${firstLine(output)}", not a version`);
  return version;
}

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const result = await execa(file, args, {
    env,
    extendEnv: false,
    stdin: 'ignore',
    timeout: 10 * 60_000,
    all: true,
    reject: false,
  });
  if (!result.failed) return;
  const words = (result.all ?? '').split('\n').find((line) => /^(Error|E): /.test(line));
  throw new Error(words ?? result.shortMessage);
}

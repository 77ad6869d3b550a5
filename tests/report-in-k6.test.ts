import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileReport } from '../reports/hostile-fixture.ts';
import { renderHtml } from '../reports/html/html.ts';
import { k6Binary } from './k6-binary.ts';

const golden = resolve('tests/golden');
const names = [
  'report.html',
  'report.json',
  'junit.xml',
  'summary.md',
  'badge.svg',
  'metrics.prom',
  'load-performance.json',
  'terminal.txt',
];

/** Renders in the engine of k6 what the golden files hold, from the same report. */
const script = `
  import { hostileReport } from './reports/hostile-fixture.ts';
  import { renderHtml } from './reports/html/html.ts';
  import { renderJunit } from './reports/formats/junit.ts';
  import { renderMarkdown } from './reports/formats/markdown.ts';
  import { renderBadge, renderLoadPerformance, renderPrometheus } from './reports/formats/other-formats.ts';
  import { renderJson } from './reports/report.ts';
  import { renderTerminal } from './reports/formats/terminal.ts';

  const report = JSON.parse(open(${JSON.stringify(join(golden, 'report.json'))}));
  export const options = { iterations: 1, vus: 1 };
  export default function () {}
  export function handleSummary() {
    return {
      'report.html': renderHtml(report),
      'report.json': renderJson(report),
      'junit.xml': renderJunit(report),
      'summary.md': renderMarkdown(report),
      'badge.svg': renderBadge(report),
      'metrics.prom': renderPrometheus(report),
      'load-performance.json': renderLoadPerformance(report),
      'terminal.txt': renderTerminal(report, { colour: false, folder: 'results/run' }),
      'hostile.html': renderHtml(hostileReport()),
    };
  }`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-in-k6-'));
  const outfile = join(folder, 'render.js');
  const stdin = { contents: script, resolveDir: resolve('.') };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'neutral', target: 'es2022' });
  await execa(k6Binary, ['run', '--quiet', '--no-usage-report', outfile], { cwd: folder });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(names)('%s comes out of k6 as it comes out of Node', async (name) => {
  const [inK6, inNode] = await Promise.all(
    [folder, golden].map((place) => readFile(join(place, name), 'utf8')),
  );
  expect(inK6).toBe(inNode);
});

test('so does the page of a hostile service', async () => {
  expect(await readFile(join(folder, 'hostile.html'), 'utf8')).toBe(renderHtml(hostileReport()));
});

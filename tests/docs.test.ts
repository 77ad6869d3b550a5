import { resolve } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rows } from '../bench/stacks/rows/index.ts';
import { causes } from '../checks/causes.ts';
import { countText } from '../checks/wording.ts';
import { memoryPlan } from '../cli/run/memory.ts';
import { plannedLoad, readWantedRun } from '../cli/run/wanted-run.ts';
import { renderAll } from '../reports/formats/render-all.ts';
import { passingReport } from '../reports/passing-fixture.ts';
import { closesConnections, virtualUsers } from '../schemas/load-plan.ts';
import { plannedRequests, profiles } from '../schemas/profiles.ts';
import { scenarioNamed } from '../schemas/scenarios.ts';
import { variants } from '../service/variants/index.ts';
import { causesBlock } from './causes-page.ts';
import { allPages, brokenLinks, textOf } from './pages.ts';
import { environment, referencePage, runFiles } from './reference.ts';

const root = resolve(import.meta.dirname, '..');

/** What the system sets, and what the harness sets for k6 itself. */
const ofOthers = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'GOMEMLIMIT', 'K6_CONFIG'].concat(
  ['HOST', 'PORT'].map((name) => `K6_WEB_DASHBOARD_${name}`),
);

describe('the reference', () => {
  it('is what the code says', async () => {
    await expect(referencePage()).toMatchFileSnapshot('../docs/reference.md');
  });

  it('names every file of a run', () => {
    const written = Object.keys(renderAll(passingReport(), null, ''));
    const names = [...written.map((path) => path.slice(1)), 'facts.json', 'k6.log'];
    expect(Object.keys(runFiles).toSorted()).toEqual(names.toSorted());
  });

  it('names every variable that is read', () => {
    const args = ['ls-files', 'cli', 'scenarios', 'schemas', ':!*.test.ts', ':!*-fixture.ts'];
    const code = execaSync('git', args, { cwd: root, lines: true }).stdout.map(textOf).join('\n');
    const alone = [...code.matchAll(/\b(?:env|__ENV)(?:\.|\[')([A-Z][A-Z0-9_]+)/g)];
    const together = [...code.matchAll(/\{ ([A-Z][A-Z0-9_, ]+) \} = env/g)];
    const read = [...alone, ...together].flatMap(([, names]) => names?.split(', ') ?? []);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !(name in environment) && !ofOthers.includes(name))).toEqual([]);
  });
});

describe('docs/how-to/inconclusive.md', () => {
  const marked = /(<!-- causes -->\n).*(<!-- \/causes -->)/s;
  const page = textOf('docs/how-to/inconclusive.md');

  it('has every cause of the table', async () => {
    expect(page).toMatch(marked);
    const { fail: _, ...open } = causes;
    const ids = Object.values(open).flatMap((family) => Object.keys(family));
    expect(ids.filter((id) => !causesBlock().includes(`<a id="${id}"></a>`))).toEqual([]);
    const written = page.replace(marked, (_, begin, end) => `${begin}${causesBlock()}${end}`);
    await expect(written).toMatchFileSnapshot('../docs/how-to/inconclusive.md');
  });

  it('quotes what runs say', () => {
    const args = ['ls-files', 'checks', 'reports', ':!*.test.ts'];
    const code = execaSync('git', args, { cwd: root, lines: true }).stdout.map(textOf).join('\n');
    const quoted = [...page.replace(marked, '').matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)];
    const parts = quoted.flatMap(([, words]) => words?.split('…').map((part) => part.trim()) ?? []);
    const said = parts.filter((part) => part.length > 8 && !part.endsWith(':'));
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((part) => !code.includes(part))).toEqual([]);
  });
});

it('docs/how-to/ci.md has every input of the action', async () => {
  const { inputs } = parse(textOf('action.yml')) as { inputs: Record<string, { description: string }> };
  const rows = Object.entries(inputs).map(([name, { description }]) => `| \`${name}\` | ${description} |\n`);
  const table = ['| input | |\n|---|---|\n', ...rows].join('');
  const page = textOf('docs/how-to/ci.md');
  const written = page.replace(/(<!-- inputs -->\n).*(<!-- \/inputs -->)/s, `$1${table}$2`);
  expect(rows.length).toBeGreaterThan(8);
  await expect(written).toMatchFileSnapshot('../docs/how-to/ci.md');
});

it('the pages give the figures of the plans', async () => {
  const pages = ['README', 'docs/explanation', 'docs/reach', 'docs/how-to/inconclusive'];
  const words = pages
    .map((page) => textOf(`${page}.md`))
    .join('')
    .replace(/\s+/g, ' ');
  const figure = (count: number) => countText(count).replace(/\s/g, ' ');
  const about = (count: number) => figure(Number(count.toPrecision(2)));
  const before = profiles.map(({ conformance }) => plannedRequests(conformance));
  const [quick = 0, standard = 0, thorough = 0] = profiles.map(
    ({ load: { rate, settleMs, warmUpMs, measureMs } }, index) =>
      (before[index] ?? 0) + (rate * (2 * settleMs + warmUpMs + measureMs)) / 1000,
  );
  const gateOf = (profile: string) =>
    readWantedRun(scenarioNamed('gate'), { profile, within: '15m', embedded: true }, {});
  const [short, usual] = await Promise.all(['quick', 'standard'].map(gateOf));
  expect([usual?.loadsMost, short?.loadsMost]).toEqual([5, 7]);
  const [ofLoad, ofGate] = (['load', 'gate'] as const).map((name) => {
    const plan = plannedLoad(scenarioNamed(name), {}, { version: 1 }, { cores: 2, isCompared: false });
    return `${(memoryPlan(plan).k6Bytes / 1e9).toFixed(2)} GB`;
  });
  expect(
    Array.from({ length: virtualUsers }, (_, user) => closesConnections(user)).filter(Boolean),
  ).toHaveLength(5);
  for (const said of [
    `about ${figure(before[1] ?? 0)} requests within`,
    `| ${before.map(about).join(', ')} |`,
    `one load, at most (six loads) | ${about(quick)},`,
    `one load, at most (three loads) | ${about(standard)},`,
    `one load | ${about(thorough)} |`,
    `backups and ${about(standard)} to`,
    `${ofLoad} of memory for a standard load and ${ofGate} for a standard gate`,
    '`--within 15m`: five in a standard run, seven in a quick one',
    'five calls in sixteen open a connection each',
  ])
    expect(words).toContain(said);
});

describe('the README', () => {
  it('is read in a minute', () => {
    const text = textOf('README.md');
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(60);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(450);
  });

  it('gives the figures that stand on the pages it names', () => {
    const words = textOf('README.md').replaceAll('*', '');
    const of = (kind: string) => variants.filter((variant) => variant.kind === kind).length;
    expect(words).toContain(`${of('fault')} faults`);
    expect(words).toContain(`${of('quirk')} quirks`);
    expect(words).toContain(`${rows.length} real stacks`);
    const hostile = /each of\s+these (\d+) rows/.exec(textOf('docs/hostile-matrix.md'))?.[1];
    expect(words).toContain(`${hostile} hostile services, machines and inputs`);
    const truth = textOf('bench/truth/README.md');
    expect(words).toContain(`${/^(\d+) runs/m.exec(truth)?.[1]} runs`);
    expect([...truth.matchAll(/(\d+) wrong/g)].filter(([, wrong]) => wrong !== '0')).toEqual([]);
    const [, passes] = /Wrong passes.*\*\*([\d.]+ %)\*\*/.exec(textOf('bench/latency-rule/README.md')) ?? [];
    expect(words).toContain(`At most ${passes} wrong passes`);
  });
});

it('each claim on security names a test that is there', () => {
  const [, claims = ''] = textOf('SECURITY.md').split('\n## Who may attack');
  const rows = [...claims.matchAll(/^\|(?! who |---).*\|$/gm)].map(([row]) => row);
  const tests = rows.map((row) => [...row.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((_, index) => tests[index]?.length === 0)).toEqual([]);
  const files = execaSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    lines: true,
  });
  expect(tests.flat().filter((file) => !files.stdout.includes(file))).toEqual([]);
});

it('the index of decisions has each page by its title', () => {
  const pages = allPages().filter((page) => /^docs\/decisions\/\d/.test(page));
  const listed = [...textOf('docs/decisions/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
  const titles = pages.map((page) => [
    /^# (.+)/.exec(textOf(page))?.[1],
    page.replace('docs/decisions/', ''),
  ]);
  expect(listed.map(([, title, file]) => [title, file]).toSorted()).toEqual(titles.toSorted());
});

it('the oldest Node is the same one everywhere', () => {
  const [, oldest = ''] = /^>=([\d.]+)$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? [];
  const pages = allPages().map(textOf).join('\n');
  const said = [...pages.matchAll(/Node ([\d.]+) (?:or|and) newer/g)].map(([, version]) => version);
  expect([said.length > 1, ...new Set(said)]).toEqual([true, oldest]);
});

it.each(allPages())('the links of %s lead somewhere', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

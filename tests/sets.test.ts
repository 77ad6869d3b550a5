import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { execaSync } from 'execa';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const git = execaSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'], {
  cwd: root,
  lines: true,
});

/** As vitest sorts them into the projects of its configuration: `long` is what `npm test` leaves out. */
const sorted: readonly { readonly file: string; readonly projectName: string }[] = JSON.parse(
  execaSync('npx', ['vitest', 'list', '--filesOnly', '--json'], { cwd: root }).stdout,
);

it('every test file is in one set, and what Node judges is judged again by k6', () => {
  const files = sorted.map(({ file }) => relative(root, file));
  const names = ['contract', 'deletion', 'harness-faults', 'mutation-table', 'quirks'];
  const inNode = names.map((name) => `tests/${name}.test.ts`);
  expect(files.toSorted()).toEqual([...git.stdout, ...inNode].toSorted());
  const long = sorted.filter(({ projectName }) => projectName === 'long');
  expect(long.map(({ file }) => relative(root, file))).toEqual(expect.arrayContaining(inNode));
});

it('every file that the configuration names is there', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const [lists = ''] = /^const long = .*?^class /ms.exec(config) ?? [];
  const named = [...lists.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  const files = git.stdout.map((file) => file.replace(/^.*\/|\.test\.ts$/g, ''));
  expect(named.filter((name) => !files.includes(name ?? ''))).toEqual([]);
});

it('what npm test leaves out is run every night and before a release', () => {
  expect(sorted.filter(({ projectName }) => projectName === 'long')).not.toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect([scripts.test, scripts['test:long']]).toEqual(['node tests/run.mjs', 'node tests/run.mjs long']);
  for (const name of ['nightly', 'release'])
    expect(readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')).toContain(
      'run: npm run test:long\n',
    );
});

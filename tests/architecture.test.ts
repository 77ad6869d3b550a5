import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas', 'dist'],
  checks: ['checks', 'schemas', 'dist'],
  reports: ['reports', 'checks', 'schemas', 'dist'],
  scenarios: ['scenarios', 'reports', 'checks', 'schemas', 'dist'],
  cli: ['cli', 'scenarios/tokens', 'reports', 'checks', 'schemas', 'service', 'dist'],
  service: ['service'],
};

function sources(): string[] {
  const listed = execaSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: root,
    lines: true,
  });
  return listed.stdout
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => join(root, file))
    .filter((file) => existsSync(file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^'";]*?from '([^']+)'|^import '([^']+)'/gms)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
}

const isTest = (file: string) => /\.test\.ts$|-fixture\.ts$|test-(client|volley)\.ts$|fixtures\//.test(file);
const all = sources();
const code = all.filter((file) => !isTest(relative(root, file)));
const folderOf = (file: string) => relative(root, file).split('/')[0] ?? '';

describe('the direction of imports', () => {
  it.each(Object.keys(mayImport))('%s imports only what it may', (folder) => {
    for (const file of code.filter((one) => folderOf(one) === folder)) {
      for (const name of importsOf(file).filter((one) => one.startsWith('.'))) {
        const imported = relative(root, resolve(dirname(file), name));
        const isAllowed = mayImport[folder]?.some((one) => imported.startsWith(`${one}/`));
        expect(isAllowed, `${relative(root, file)} imports ${name}`).toBe(true);
      }
    }
  });

  it('there is no circle of files in cli, not even of types', () => {
    const imported = (file: string) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => resolve(dirname(file), name));
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const file of imported(from).filter((one) => code.includes(one) && !seen.has(one)))
        reached(file, seen.add(file));
      return seen;
    };
    const inCircle = code.filter((file) => folderOf(file) === 'cli' && reached(file).has(file));
    expect(inCircle.map((file) => relative(root, file))).toEqual([]);
  });

  it('only scenarios know k6', () => {
    const others = code.filter(
      (file) =>
        !['scenarios', 'bench'].includes(folderOf(file)) &&
        importsOf(file).some((name) => /^k6(\/|$)/.test(name)),
    );
    expect(others).toEqual([]);
  });

  it('the reference service knows no package', () => {
    const imported = code.filter((file) => folderOf(file) === 'service').flatMap(importsOf);
    expect(imported.filter((name) => !/^(\.|node:)/.test(name))).toEqual([]);
  });

  it('the pure folders know neither Node nor packages', () => {
    const pure = code.filter((file) =>
      /^(schemas|checks|reports|scenarios\/tokens)\//.test(relative(root, file)),
    );
    for (const file of pure) {
      expect(
        importsOf(file).filter((name) => !name.startsWith('.')),
        relative(root, file),
      ).toEqual([]);
    }
  });
});

describe("what k6's engine cannot do", () => {
  const inEngine = code.filter(
    (file) =>
      ['schemas', 'checks', 'reports', 'scenarios'].includes(folderOf(file)) && !file.includes('/page/'),
  );

  it.each([
    ['\\p{…} never matches', /\\p\{/],
    ['toLocaleString throws', /toLocale\w*String|localeCompare/],
    [
      'there is no Intl, URL, structuredClone',
      /\b(Intl|structuredClone|URLSearchParams|performance)\b\.?\(|new URL\(|\bIntl\./,
    ],
  ])('%s', (_, pattern) => {
    expect(inEngine.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the files', () => {
  it('are short: none over 250 lines', () => {
    const lengths = code.map((file) => [readFileSync(file, 'utf8').split('\n').length, relative(root, file)]);
    expect(lengths.filter(([length = 0]) => Number(length) > 251)).toEqual([]);
  });

  it('have no pattern that refers back where long texts are read: k6 takes 50 ms for a short one', () => {
    const read = code.filter((file) => ['checks', 'reports'].includes(folderOf(file)));
    const refersBack = (file: string) => /(?<!\\)\\[1-9]/.test(readFileSync(file, 'utf8'));
    expect(read.filter(refersBack)).toEqual([]);
  });

  it('export no two things under one name', () => {
    const product = code.filter((file) => Object.keys(mayImport).includes(folderOf(file)));
    const exported = product.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const names = text.matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm);
      return [...names].map(([, name]) => `${name}`);
    });
    expect(exported.length).toBeGreaterThan(500);
    expect(exported.filter((name, index) => exported.indexOf(name) < index)).toEqual([]);
  });

  it('have names that say something, and each its own', () => {
    expect(all.filter((file) => /\/(utils?|helpers?|common|manager)[.-]/.test(file))).toEqual([]);
    const product = code.filter((file) => Object.keys(mayImport).includes(folderOf(file)));
    const names = product.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});

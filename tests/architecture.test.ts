import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, code, folderOf, root } from './sources.ts';

const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas', 'dist'],
  checks: ['checks', 'schemas', 'dist'],
  reports: ['reports', 'checks', 'schemas', 'dist'],
  scenarios: ['scenarios', 'reports', 'checks', 'schemas', 'dist'],
  cli: ['cli', 'scenarios/tokens', 'reports', 'checks', 'schemas', 'service', 'dist'],
  service: ['service'],
};

/** What a module imports, as it names it: values, types and parts, at the top or where they are needed. */
function importsIn(text: string): string[] {
  const named = /^(?:import|export)\s[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms;
  return [...text.matchAll(named)].map(([, from, bare, inPlace]) => from ?? bare ?? inPlace ?? '');
}

const importsOf = (file: string) => importsIn(readFileSync(file, 'utf8'));

/** What `file` imports under this name. */
const pathOf = (file: string, name: string) =>
  name.startsWith('#part/') ? name.replace('#part', 'scenarios').concat('.ts') : join(dirname(file), name);

/** The files of each circle of imports among modules, given as their texts by path. */
function circlesAmong(texts: ReadonlyMap<string, string>): string[] {
  const imported = new Map(
    [...texts].map(([file, text]) => [file, importsIn(text).map((name) => pathOf(file, name))]),
  );
  const reached = new Map(
    [...texts.keys()].map((file) => {
      // A set's iterator also meets what is added meanwhile.
      const met = new Set(imported.get(file));
      for (const one of met) for (const next of imported.get(one) ?? []) met.add(next);
      return [file, met];
    }),
  );
  const circleOf = (file: string) =>
    [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort();
  return [...new Set([...texts.keys()].map((file) => circleOf(file).join(' ')))].filter(Boolean);
}

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

  it('makes no circle of files, of values or of types', () => {
    const texts = all.map((file) => [relative(root, file), readFileSync(file, 'utf8')] as const);
    expect(circlesAmong(new Map(texts))).toEqual([]);
  });

  it('would show a circle with all its files, however they import each other', () => {
    const texts = {
      'scenarios/one.ts': "import part from '#part/load/two';",
      'scenarios/load/two.ts': "import {\n  type Three,\n} from './three.ts';",
      'scenarios/load/three.ts': "export type * from '../four.mjs';",
      'scenarios/four.mjs': "import '../checks/five.ts';",
      'checks/five.ts': "type One = import('../scenarios/one.ts').One;",
      'checks/beside.ts': "import { five } from './five.ts';",
      'checks/itself.ts': "import type { Itself } from './itself.ts';",
    };
    expect(circlesAmong(new Map(Object.entries(texts)))).toEqual([
      'checks/five.ts scenarios/four.mjs scenarios/load/three.ts scenarios/load/two.ts scenarios/one.ts',
      'checks/itself.ts',
    ]);
  });

  it('the engine of the checks knows no family of checks', () => {
    const engine = /^checks\/(?:(?:answer|causes|check|findings|tally)\.ts|(?:causes|meaning)\/)/;
    const reached = new Set(code.filter((file) => engine.test(relative(root, file))));
    expect(reached.size).toBeGreaterThan(15);
    for (const file of reached) for (const name of importsOf(file)) reached.add(resolve(dirname(file), name));
    const family = /^checks\/(?:auth|availability|calls|comparison|declared|draft|latency)\//;
    const known = [...reached]
      .map((file) => relative(root, file))
      .filter((file) => !file.startsWith('dist/'));
    expect(known.filter((file) => family.test(file))).toEqual([]);
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

/** What the gate does not need, and who leads there all the same. */
const isLeftOut = (file: string) =>
  /(^|\/)(after|comparison|draft|doctor)\/|^service\/|^dist\/ledger-|^cli\/commands\/\w+-command\.ts$/.test(
    file,
  );
const commands = 'cli/commands/add-commands.ts';
const doors: Readonly<Record<string, readonly string[]>> = {
  'checks/comparison/comparison-plan.ts': ['checks/load-metrics.ts', 'checks/resolve-load.ts'],
  'checks/draft/clean-answers.ts': ['scenarios/conformance/records.ts'],
  'checks/draft/seen-answers.ts': [
    'reports/facts.ts',
    'reports/judge/build-report.ts',
    'scenarios/conformance/records.ts',
  ],
  'cli/after/finished-run-commands.ts': [commands],
  'cli/after/ledger-command.ts': [commands],
  'cli/after/push-metrics.ts': ['cli/commands/scenario-commands.ts'],
  'cli/commands/checks-command.ts': [commands],
  'cli/commands/script-command.ts': [commands],
  'cli/commands/serve-command.ts': [commands],
  'cli/commands/token-command.ts': [commands],
  'cli/doctor/doctor-command.ts': [commands],
  'cli/draft/contract-commands.ts': [commands],
  'reports/after/merge-problems.ts': ['reports/index.ts'],
  'reports/after/merged-facts.ts': ['reports/index.ts'],
  'reports/comparison/comparison-section.ts': ['reports/html/html.ts'],
  'reports/comparison/comparison-summary.ts': ['reports/judge/build-report.ts'],
  'scenarios/comparison/ask-in-turns.ts': ['scenarios/run.ts'],
};

describe('the gate', () => {
  const importedBy = (file: string) =>
    importsOf(join(root, file))
      .filter((name) => /^(\.|#part\/)/.test(name))
      .map((name) => pathOf(file, name));

  it('leads to what it does not need through few doors', () => {
    const found: Record<string, string[]> = {};
    const product = code.map((file) => relative(root, file)).filter((file) => mayImport[folderOf(file)]);
    for (const file of product.filter((one) => !isLeftOut(one) && !one.endsWith('.d.ts')))
      for (const room of importedBy(file).filter(isLeftOut)) found[room] = [...(found[room] ?? []), file];
    expect(found).toEqual(doors);
  });

  it('is as large as ARCHITECTURE.md says, folder by folder', () => {
    const styles = readdirSync(join(root, 'reports/html')).filter((name) => name.endsWith('.css'));
    const reached = new Set([
      ...['cli/bin.mjs', 'cli/command-line.ts', 'cli/companion/companion-process.ts', 'scenarios/script.ts'],
      ...styles.map((name) => `reports/html/${name}`),
    ]);
    const isOfGate = (file: string) => !isLeftOut(file) && !/^(dist|tools)\//.test(file);
    // A set's iterator also meets what is added meanwhile.
    for (const file of reached) for (const next of importedBy(file).filter(isOfGate)) reached.add(next);
    const lines: Record<string, number> = {};
    for (const file of reached) {
      const length = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      lines[dirname(file)] = (lines[dirname(file)] ?? 0) + length;
    }
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const numberOf = (said: string) => Number(said.replace(',', ''));
    const rows = [...text.matchAll(/^\| (`.*`) \|.*\| ([\d,]+) \|$/gm)].map(([, named = '', said = '']) => ({
      folders: [...named.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
      said: numberOf(said),
    }));
    expect(rows.flatMap(({ folders }) => folders).sort()).toEqual(Object.keys(lines).sort());
    const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
    for (const { folders, said } of rows) {
      const real = sumOf(folders.map((folder) => lines[folder] ?? 0));
      expect(Math.abs(said - real), `${folders}: ${real} lines`).toBeLessThanOrEqual(
        Math.max(60, 0.05 * real),
      );
    }
    const [, whole = ''] = /has\s+about ([\d,]+) lines/.exec(text) ?? [];
    const [, deciding = ''] = /([\d,]+) lines decide/.exec(text) ?? [];
    const last = rows.findIndex(({ folders }) => folders.includes('reports'));
    expect(numberOf(whole)).toBe(sumOf(rows.map(({ said }) => said)));
    expect(numberOf(deciding)).toBe(sumOf(rows.slice(0, last + 1).map(({ said }) => said)));
  });
});

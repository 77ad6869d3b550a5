import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, k6Run } from './k6-run.ts';

const name = 'encryption-backup-harness';
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const user = join(folder, 'user');

interface Packed {
  readonly filename: string;
  readonly version: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
let packed: Packed;

/** In an empty folder, with an empty HOME and so without any cache. */
async function inFolder(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '', SystemRoot = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  const run = await execa(program, args, {
    cwd: user,
    env: { PATH, SystemRoot, NODE_EXTRA_CA_CERTS, HOME: folder, K6_BIN: k6Binary, NO_COLOR: '1', ...env },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode: run.exitCode, stdout: run.stdout, output: `${run.stdout}\n${run.stderr}` };
}

const harness = (...args: string[]) => inFolder('npx', ['--no-install', name, ...args]);

beforeAll(async () => {
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  [packed] = JSON.parse(stdout);
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
  const args = ['install', '--no-audit', '--no-fund', join(folder, packed.filename)];
  const { exitCode, output } = await inFolder('npm', args);
  expect(exitCode, output).toBe(0);
});

describe('what is packed', () => {
  it('is small', () => {
    expect(packed.size).toBeLessThan(510_000);
    expect(packed.unpackedSize).toBeLessThan(1_725_000);
  });

  it('is what runs, and nothing else', () => {
    const allowed = [
      /^(README\.md|CHANGELOG\.md|LICENSE|package\.json)$/,
      /^cli\/(bin\.mjs|k6\/module\/(go\.mod|go\.sum|tools\.go))$/,
      /^dist\/(cli|companion|index|chunk-[A-Z0-9]{8})\.mjs$/,
      /^dist\/((script|one-call)\.js|validator-modules\.json)$/,
      /^dist\/types\/(schemas|checks|reports|dist)\/[\w/-]+\.d\.ts$/,
      /^docs\/(service|stability)\.md$/,
      /^schemas\/(contract|facts|ledger|report)\.schema\.json$/,
    ];
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of allowed) expect(paths.filter((path) => pattern.test(path))).not.toEqual([]);
    const code = paths.filter((path) => path.endsWith('.mjs'));
    const text = code.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
    const chunks = code.flatMap((path) => /chunk-\w+\.mjs/.exec(path) ?? []);
    expect(chunks.filter((chunk) => !text.includes(chunk))).toEqual([]);
  });
});

describe.concurrent('installed in an empty folder', () => {
  it('says its version', async () => {
    expect((await harness('--version')).stdout).toBe(packed.version);
    const { exitCode, output } = await harness('doctor');
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(new RegExp(`harness +${packed.version}`));
  });

  it('runs the gate, to a verdict', async () => {
    const load = ['--rate', '240', '--duration', '2s'];
    const { exitCode, output } = await harness(
      'gate',
      '--embedded',
      '--profile',
      'quick',
      ...load,
      '--out',
      'gate',
    );
    expect([0, 1, 3], output).toContain(exitCode);
    const report = JSON.parse(readFileSync(join(user, 'gate', 'report.json'), 'utf8'));
    expect([report.tool.version, report.run.completeness]).toEqual([packed.version, 'complete']);
    expect(report.run.reproduce).toMatch(`npx ${name}@${packed.version.split('.')[0]} gate `);
  });

  it('judges by a contract with a schema, without the sources', async () => {
    const schema = 'type: object, properties: { ciphertext: { type: string, format: byte, maxLength: 1 } }';
    writeFileSync(
      join(user, 'contract.yaml'),
      `version: 1\nanswers: { encrypt: { schema: { ${schema} } } }\n`,
    );
    const { exitCode, output } = await harness('smoke', '--embedded', '--contract', 'contract.yaml');
    expect(exitCode, output).toBe(1);
    expect(output).toContain('encrypt-answer-schema');
  });

  it('prints one script with the contract, which k6 runs anywhere', async () => {
    writeFileSync(join(user, 'backups.yaml'), 'version: 1\nbackup: { call: false }\n');
    const { stdout } = await harness('script', 'smoke', '--contract', 'backups.yaml');
    const script = join(folder, 'smoke.js');
    writeFileSync(script, stdout);
    const service = await startService({ token: canary });
    const { exitCode, report, output } = await k6Run(script, { BASE_URL: service.url });
    await service.stop();
    expect(exitCode, output).toBe(0);
    expect(report?.contract.file).toBe('backups.yaml');
  });

  it('can be imported, with types', async () => {
    const lines = [
      `import { buildReport, type Facts, type Report, readFacts, renderHtml } from '${name}';`,
      'export const page = (facts: Facts): string => renderHtml(buildReport(facts));',
      '// @ts-expect-error: a report has no colour',
      'export const colour = (report: Report) => report.colour;',
      '// @ts-expect-error: nothing of a report can be changed',
      "export const forgive = ({ findings: [first] }: Report) => first && (first.verdict = 'pass');",
      '// @ts-expect-error: nor can anything be added to it',
      'export const hide = ({ findings }: Report) => findings.pop();',
      "try { readFacts('{}'); } catch (error) { console.log(String(error)); }",
    ];
    writeFileSync(join(user, 'use.ts'), lines.join('\n'));
    const file = `${name}/schemas/report.schema.json`;
    const schema = `import schema from '${file}' with { type: 'json' };\nexport const title: string = schema.title;`;
    writeFileSync(join(user, 'schema.ts'), schema);
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--resolveJsonModule',
      '--types',
      '',
    ];
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js');
    const compiled = await inFolder(process.execPath, [
      compiler,
      ...options,
      '--lib',
      'es2023,dom',
      'use.ts',
      'schema.ts',
    ]);
    expect(compiled.exitCode, compiled.output).toBe(0);
    // Node 20.5 cannot read the import of a JSON file that TypeScript asks for.
    const required = await inFolder(process.execPath, ['-p', `require('${file}').title`]);
    expect(required.exitCode, required.output).toBe(0);
    const { output } = await inFolder(process.execPath, ['use.js']);
    expect(output).toContain('It does not match its schema at the top: must have the field schemaVersion.');
  });
});

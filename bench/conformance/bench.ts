import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import { startService } from '../../service/server.ts';
import { variants } from '../../service/variants/index.ts';
import type { Variant } from '../../service/variants/variant.ts';
import { reportOf } from '../harness-run.ts';
import { type Bench, daysOf, grouped, percent, table } from '../record.ts';

/** What a tool says of a service. */
interface Answer {
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'none';
  /** What it says is broken, in its own words. */
  readonly findings: readonly string[];
}

interface Service {
  readonly name: string;
  readonly kind: Variant['kind'] | 'conformant';
  readonly isIntermittent: boolean;
}

interface Run extends Answer {
  readonly tool: string;
  readonly asked: Service;
  readonly startedAt: string;
  readonly seconds: number;
}

type Ask = (url: string, token: string, folder: string) => Promise<Answer>;

/** They expect what the document leaves open: methods, statuses, media types, which requests are refused. */
const beyondTheDocument = [
  'unsupported_method',
  'allow_header_conformance',
  'status_code_conformance',
  'content_type_conformance',
  'positive_data_acceptance',
  'negative_data_rejection',
  'missing_required_header',
];

const tools: Readonly<Record<string, Ask>> = {
  harness: async (url, token) => {
    const { verdict, findings } = await reportOf(url, token, ['conformance', '--profile', 'quick']);
    return { verdict, findings: findings.filter((one) => one.verdict === 'fail').map(({ check }) => check) };
  },
  'Schemathesis untuned': schemathesis([]),
  'Schemathesis tuned': schemathesis(['--exclude-checks', beyondTheDocument.join(',')]),
};

const inBench = (path: string) => join(packageRoot(), 'bench', path);

function schemathesis(settings: readonly string[]): Ask {
  return async (url, token, folder) => {
    const [program, peer] = [inBench('peers/.venv/bin/st'), join(folder, 'report.json')];
    if (!existsSync(program)) throw new Error('Schemathesis is not installed: see bench/README.md');
    const target = ['run', inBench('conformance/document.openapi.yaml'), '--url', url];
    const more = ['--header', `Authorization: Bearer ${token}`, '--seed', '1', '--report', 'json'];
    const args = [...target, ...more, '--report-json-path', peer, ...settings];
    const { exitCode } = await execa(program, args, { cwd: folder, reject: false, timeout: 60_000 });
    if (exitCode !== 0 && exitCode !== 1) return { verdict: 'none', findings: [] };
    const { failures, errors } = JSON.parse(await readFile(peer, 'utf8')) as PeerReport;
    const failed = failures.flatMap(({ code, operations }) => operations.map((name) => `${code} ${name}`));
    const findings = [...failed, ...new Set(errors.map(({ title }) => title))];
    return { verdict: exitCode === 0 ? 'pass' : 'fail', findings };
  };
}

interface PeerReport {
  readonly failures: readonly { readonly code: string; readonly operations: readonly string[] }[];
  /** Such as a connection that breaks; they fail the run too. */
  readonly errors: readonly { readonly title: string }[];
}

/** No tool judges response times here, and the document shows no limit to errors. */
const judged = variants.filter(
  ({ kind, caughtBy = '' }) =>
    kind === 'quirk' || (kind === 'fault' && !caughtBy.endsWith('-latency') && caughtBy !== 'error-budget'),
);
const services: readonly Service[] = [
  { name: 'conformant', kind: 'conformant', isIntermittent: false },
  ...judged.map(({ name, kind, trigger }) => ({ name, kind, isIntermittent: trigger !== undefined })),
];

export const bench: Bench<Run> = {
  isRepeated: false,
  taskOf: ({ tool, asked }) => `${asked.name}, ${tool}`,
  tasks: services.flatMap((asked) =>
    Object.entries(tools).map(([tool, ask]) => ({
      name: `${asked.name}, ${tool}`,
      make: () => judge(tool, ask, asked),
    })),
  ),
  page,
};

async function judge(tool: string, ask: Ask, asked: Service): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const names = asked.kind === 'conformant' ? [] : [asked.name];
  const service = await startService({ variants: names });
  const startedAt = new Date();
  try {
    const answer = await ask(service.url, service.token, folder);
    const seconds = Number(((Date.now() - startedAt.getTime()) / 1000).toFixed(1));
    return { tool, asked, startedAt: startedAt.toISOString(), seconds, ...answer };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function page(runs: readonly Run[]): string {
  const count = (kind: string) =>
    new Set(runs.flatMap(({ asked }) => (asked.kind === kind ? [asked.name] : []))).size;
  return `# Conformance, beside Schemathesis

\`node bench/run.mjs conformance\` breaks the reference service, or makes it strange, in one way at a time, and has each tool
judge it: ${count('fault')} faults and ${count('quirk')} quirks so far, ${daysOf(runs)}, on MACHINE. Faults of response time and of the error
budget are left out. **The catalogue was made together with the harness**, so its own row says that it works, not how it does
on faults of others.

A fault is caught when the run fails and names something that the same tool does not hold against the conformant service
too. Every fail of a quirk is a false alarm: the document allows it. Schemathesis has \`document.openapi.yaml\`, which
states what the document states, and the token; *tuned* is without ${beyondTheDocument.map((name) => `\`${name}\``).join(', ')}.

${table(
  [
    'tool',
    'faults caught',
    'always there',
    'coming and going',
    'false alarms',
    'conformant service',
    'seconds a run',
  ],
  grouped(runs, ({ tool }) => tool).map(([tool, own]) => rowOf(tool, own)),
)}`;
}

function rowOf(tool: string, runs: readonly Run[]): readonly string[] {
  const plain = runs.find(({ asked }) => asked.kind === 'conformant');
  const isCaught = ({ verdict, findings }: Run) =>
    verdict === 'fail' && findings.some((finding) => plain?.findings.includes(finding) !== true);
  const share = (of: readonly Run[], holds: (run: Run) => boolean) => {
    const holding = of.filter(holds).length;
    return `${holding} of ${of.length} (${percent(holding / of.length)})`;
  };
  const faults = runs.filter(({ asked }) => asked.kind === 'fault');
  return [
    tool,
    share(faults, isCaught),
    share(
      faults.filter(({ asked }) => !asked.isIntermittent),
      isCaught,
    ),
    share(
      faults.filter(({ asked }) => asked.isIntermittent),
      isCaught,
    ),
    share(
      runs.filter(({ asked }) => asked.kind === 'quirk'),
      ({ verdict }) => verdict === 'fail',
    ),
    plain?.verdict === 'fail' ? '**false alarm**' : (plain?.verdict ?? ''),
    (runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length).toFixed(1),
  ];
}

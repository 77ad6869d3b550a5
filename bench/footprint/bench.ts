import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { planRun } from '../../checks/resolve-load.ts';
import { quantile } from '../../checks/statistics/samples.ts';
import { obtainK6 } from '../../cli/k6/obtain-k6.ts';
import { packageRoot } from '../../cli/package-root.ts';
import { goRuntime, memoryPlan } from '../../cli/run/memory.ts';
import { profiles } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { type Bench, daysOf, grouped, table } from '../record.ts';
import { startTruthServer } from '../truth/truth-server.ts';

/** bare: the same calls and nothing else. lean: what any load needs, in a page. */
type Script = 'bare' | 'lean' | 'harness';

interface Asked {
  readonly script: Script;
  /** Requests a second. */
  readonly size: number;
}

interface Run extends Asked {
  readonly startedAt: string;
  /** Processor time of k6, per further call. */
  readonly processorMs: number;
  /** k6's peak. */
  readonly peakMb: number;
}

const scripts: readonly Script[] = ['bare', 'lean', 'harness'];
export const bench: Bench<Run> = {
  isRepeated: true,
  taskOf: nameOf,
  tasks: [425, 3000]
    .flatMap((size) => scripts.map((script): Asked => ({ script, size })))
    .map((asked) => ({ name: nameOf(asked), make: () => measured(asked) })),
  page,
};

function nameOf(asked: Asked): string {
  return `${asked.script}: ${headOf(asked)}`;
}

function headOf({ size }: Omit<Asked, 'script'>): string {
  return `${size} requests/s`;
}

const fileOf = {
  bare: join(packageRoot(), 'bench', 'footprint', 'calls.js'),
  lean: join(packageRoot(), 'bench', 'footprint', 'lean.js'),
  harness: join(packageRoot(), 'dist', 'load.js'),
};

/** What a load of 25 s takes more than one of 5 s. */
async function measured(asked: Asked): Promise<Run> {
  const { script, size } = asked;
  const startedAt = new Date().toISOString();
  const { url, token, stop } = await startTruthServer({ mode: 'fixed 1000' });
  const env = { BASE_URL: url, ACCESS_TOKEN: token, RATE: `${size}`, PROFILE: 'quick', SEED: '1' };
  const k6For = (seconds: number) =>
    k6Run(fileOf[script], runtimeOf(asked), { ...env, DURATION: `${seconds}s` });
  try {
    const [short, long] = [await k6For(5), await k6For(25)];
    const processorMs = (long.processorMs - short.processorMs) / (20 * size);
    return { ...asked, startedAt, processorMs, peakMb: long.peakMb };
  } finally {
    await stop();
  }
}

/** As the command line starts k6: with a memory limit for a load of this rate. */
function runtimeOf({ size }: Asked): Readonly<Record<string, string>> {
  const profile = profiles.find(({ name }) => name === 'quick');
  if (profile === undefined) throw new Error('There is no quick profile.');
  const chosen = { profile, rate: size, durationMs: 25_000, hasControl: true };
  return goRuntime({}, memoryPlan(planRun(scenarioNamed('load'), chosen, false, { version: 1 })).k6Bytes);
}

async function k6Run(
  file: string,
  runtime: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
) {
  const out = await mkdtemp(join(tmpdir(), 'bench-'));
  const used = join(out, 'used');
  try {
    const { path } = await obtainK6();
    await execa('time', ['-q', '-f', '%U %S %M', '-o', used, path, 'run', '--quiet', file], {
      env: { ...env, OUT: out, ...runtime },
      stdin: 'ignore',
      reject: false,
    });
    const [user = NaN, system = NaN, peakKb = NaN] = (await readFile(used, 'utf8')).split(' ').map(Number);
    return { processorMs: (user + system) * 1000, peakMb: peakKb / 1024 };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function page(runs: readonly Run[]): string {
  return `# What the harness costs k6

\`node bench/run.mjs footprint\` measures k6's processor time and memory for the harness's script, for a bare k6 script that makes the same calls and
judges nothing, and for a lean one of a page that makes the calls as the harness does, looks at each answer and takes seven samples of it. Five of
sixteen calls open a connection. A call is what a load of 25 s takes more than one of 5 s. k6 runs as the command line starts it, with its limit of
memory. It needs GNU time. ${runs.length} runs, ${daysOf(runs)}, on MACHINE, in turns; medians.

${table(
  ['a call', ...scripts],
  grouped(runs, headOf).map(([name, some]) => [name, ...scripts.map((script) => cell(some, script))]),
)}
`;
}

function cell(runs: readonly Run[], script: Script): string {
  const median = (of: Script, figure: 'processorMs' | 'peakMb') =>
    quantile(
      runs.flatMap((run) => (run.script === of ? run[figure] : [])),
      0.5,
    );
  const processorMs = median(script, 'processorMs');
  const ratio = processorMs / median('bare', 'processorMs');
  return `${processorMs.toFixed(2)} ms (${ratio.toFixed(2)}), ${median(script, 'peakMb').toFixed(0)} MB`;
}

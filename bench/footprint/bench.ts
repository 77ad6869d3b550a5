import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { planRun } from '../../checks/resolve-load.ts';
import { obtainK6 } from '../../cli/k6/obtain-k6.ts';
import { packageRoot } from '../../cli/package-root.ts';
import { goRuntime, memoryPlan } from '../../cli/run/memory.ts';
import { profiles } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { fixedServer } from '../harness-run.ts';
import { type Bench, daysOf, grouped, table } from '../record.ts';

/** bare: the same calls and nothing else. kept: bare, but no call closes its connection. lean: what any load needs, in a page. */
type Script = 'kept' | 'bare' | 'lean' | 'harness';

interface Run {
  readonly script: Script;
  readonly what: 'a call' | 'an idle user';
  /** Requests a second, or idle virtual users at most. */
  readonly size: number;
  /** Of k6's Go runtime. With 1000 the rest is also as the command line sets it. */
  readonly collector: number;
  readonly startedAt: string;
  /** Processor time of k6, per further call or user. */
  readonly processorMs: number;
  /** k6's peak; of idle users, per further one. */
  readonly peakMb: number;
}

type Asked = Pick<Run, 'script' | 'what' | 'size' | 'collector'>;

const scripts: readonly Script[] = ['kept', 'bare', 'lean', 'harness'];
const loads = [
  { size: 425, collector: 100 },
  { size: 425, collector: 1000 },
  { size: 3000, collector: 1000 },
];
const calls = loads.flatMap((load) => scripts.map((script): Asked => ({ script, what: 'a call', ...load })));
const users = scripts
  .filter((script) => script === 'bare' || script === 'harness')
  .map((script): Asked => ({ script, what: 'an idle user', size: 400, collector: 100 }));

export const bench: Bench<Run> = {
  isRepeated: true,
  taskOf: nameOf,
  tasks: [...calls, ...users].map((asked) => ({
    name: nameOf(asked),
    make: () => (asked.what === 'a call' ? ofCalls(asked) : ofIdleUsers(asked)),
  })),
  page,
};

function nameOf({ script, what, size, collector }: Asked): string {
  return `${script}: ${headOf({ what, size, collector })}`;
}

function headOf({ what, size, collector }: Omit<Asked, 'script'>): string {
  return `${what}, ${what === 'a call' ? `${size} requests/s` : `${size} of them`}, GOGC=${collector}`;
}

const folder = join(packageRoot(), 'bench', 'footprint');
const harness = join(packageRoot(), 'dist', 'load.js');

/** What a load of 25 s takes more than one of 5 s. */
async function ofCalls(asked: Asked): Promise<Run> {
  const { script, size } = asked;
  const startedAt = new Date().toISOString();
  const { url, token, stop } = await fixedServer(1);
  const file = script === 'harness' ? harness : join(folder, script === 'lean' ? 'lean.js' : 'calls.js');
  const env = {
    BASE_URL: url,
    ACCESS_TOKEN: token,
    RATE: `${size}`,
    KEPT: `${script === 'kept'}`,
  };
  const k6For = (seconds: number) =>
    k6Run(file, runtimeOf(asked), { ...env, DURATION: `${seconds}s`, PROFILE: 'quick', SEED: '1' });
  try {
    const [short, long] = [await k6For(5), await k6For(25)];
    const processorMs = (long.processorMs - short.processorMs) / (20 * size);
    return { ...asked, startedAt, processorMs, peakMb: long.peakMb };
  } finally {
    await stop();
  }
}

/** What so many users take more than a quarter of them. The harness's script is evaluated in each, and asked nothing. */
async function ofIdleUsers(asked: Asked): Promise<Run> {
  const { script, size } = asked;
  const startedAt = new Date().toISOString();
  const env = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: 'nobody-is-asked' };
  const file = join(folder, script === 'harness' ? 'idle-harness.js' : 'idle.js');
  const k6For = (users: number) => k6Run(file, runtimeOf(asked), { ...env, USERS: String(users) });
  const [few, many] = [await k6For(size / 4), await k6For(size)];
  const further = size * 0.75;
  return {
    ...asked,
    startedAt,
    processorMs: (many.processorMs - few.processorMs) / further,
    peakMb: (many.peakMb - few.peakMb) / further,
  };
}

/** At GOGC=1000 as the command line starts k6: with a memory limit for a load of this rate. */
function runtimeOf({ size, collector }: Pick<Asked, 'size' | 'collector'>): Readonly<Record<string, string>> {
  const [profile] = profiles;
  if (collector !== 1000 || profile === undefined) return { GOGC: String(collector), GOMAXPROCS: '8' };
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
judges nothing, and for a lean one of a page that makes the calls as the harness does, looks at each answer and takes seven samples of it. Five of sixteen calls open a connection, in each of these scripts but "kept", which is bare without
that. A call is what a load of 25 s
takes more than one of 5 s, an idle user what 400 take more than 100. \`GOGC\` is k6's collector setting: 100 by default, 1000 as the
command line starts k6, with its limit of memory. It needs GNU time. ${runs.length} runs, ${daysOf(runs)}, on MACHINE, in turns; medians.

${table(
  ['', ...scripts],
  grouped(runs, headOf).map(([name, some]) => [name, ...scripts.map((script) => cell(some, script))]),
)}
`;
}

function cell(runs: readonly Run[], script: Script): string {
  const [bareMs, own] = (['bare', script] as const).map((one) => runs.filter((run) => run.script === one));
  if (own === undefined || own.length === 0) return '–';
  const processorMs = median(own.map((run) => run.processorMs));
  const ratio = processorMs / median((bareMs ?? []).map((run) => run.processorMs));
  const peakMb = median(own.map((run) => run.peakMb));
  return `${processorMs.toFixed(2)} ms (${ratio.toFixed(2)}), ${peakMb.toFixed(peakMb < 10 ? 2 : 0)} MB`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

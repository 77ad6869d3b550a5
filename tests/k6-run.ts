import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { type Report, readReport } from '../reports/report.ts';
import { k6Binary } from './k6-binary.ts';
import { runInNode } from './node-engines.ts';

export const canary = 'canary-T0ken/with+chars=0123456789';

export interface PlainRun {
  readonly exitCode: number;
  readonly folder: string;
  readonly output: string;
  /** null: none was written, or it cannot be read. */
  readonly report: Report | null;
}

/** As the command line starts k6: it calls nobody else, and less of the time goes into collecting garbage. */
const runtime = { K6_NO_USAGE_REPORT: 'true', GOGC: '1000', GOMEMLIMIT: '512MiB' };

/** Plain `k6 run dist/<scenario>.js`, as one who lives in k6 would start it. */
export async function k6Run(
  scenario: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<PlainRun> {
  const given = environmentOf(env);
  const run = await execa(k6Binary, ['run', '--quiet', ...args, scriptOf(scenario)], {
    env: { ...runtime, ...given },
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  });
  if (run.exitCode === undefined) throw new Error(`the run came to no end of its own: ${run.shortMessage}`);
  const folder = given.OUT;
  return { exitCode: run.exitCode, folder, output: run.all, report: reportOf(folder) };
}

/**
 * The same script in Node's engine, with one virtual user, for scenarios without a load: `tests/node-engine.test.ts` shows that both
 * find the same. Rejects with what the script throws. STOPS: how the run would have ended, had it been stopped so many times.
 */
export async function nodeRun(scenario: string, env: Record<string, string>): Promise<PlainRun> {
  const given = environmentOf(env);
  const ended = await runInNode(scriptOf(scenario), given);
  const folder = given.OUT;
  return { ...ended, folder, report: reportOf(folder) };
}

function environmentOf(env: Record<string, string>) {
  const folder = env['OUT'] ?? mkdtempSync(join(tmpdir(), 'run-'));
  return { PATH: process.env['PATH'] ?? '', ACCESS_TOKEN: canary, ...seeded(env), OUT: folder };
}

/** The long set of tests: each variant has a service of its own, and every run is in k6. */
export const isLong = () => process.env['VARIANTS_IN'] === 'k6';

/**
 * The short set sends the same each time, so that it finds the same; the long set sends what no run has sent before, and so does a run with
 * an empty SEED.
 */
export function seeded({
  SEED = isLong() ? '' : '6',
  ...env
}: Record<string, string>): Record<string, string> {
  return SEED === '' ? env : { ...env, SEED };
}

const scriptOf = (scenario: string) => (scenario.endsWith('.js') ? scenario : `dist/${scenario}.js`);

function reportOf(folder: string): Report | null {
  try {
    return readReport(readFileSync(join(folder, 'report.json'), 'utf8'));
  } catch {
    return null;
  }
}

/** The checks of a report with one verdict. */
export function checksThat(report: Report | null, verdict: string): string[] {
  return (report?.findings ?? []).filter((finding) => finding.verdict === verdict).map(({ check }) => check);
}

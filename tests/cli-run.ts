import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { inOwnFolder } from '../cli/own-folder-fixture.ts';
import { type Report, readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, seeded } from './k6-run.ts';

export interface CliRun {
  readonly exitCode: number;
  readonly output: string;
  readonly folder: string;
}

export interface CliOptions {
  readonly env?: Record<string, string>;
  /** For standard input. */
  readonly input?: string;
  /** Called with the process once it has started. */
  readonly onStart?: (process: {
    readonly pid?: number | undefined;
    kill(signal: 'SIGINT'): boolean;
    readonly all: NodeJS.ReadableStream;
  }) => void;
}

/**
 * The command line as a user starts it, with an environment of ours alone; without cli/bin.mjs, which first looks whether
 * dist/ is what the sources say.
 */
export async function cli(
  args: readonly string[],
  { env = {}, input, onStart }: CliOptions = {},
): Promise<CliRun> {
  const { folder, words } = inOwnFolder(args);
  const given = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    K6_BIN: k6Binary,
    NO_COLOR: '1',
    ...seeded(env),
  };
  const running = execa(process.execPath, ['dist/cli.mjs', ...words], {
    env: given,
    extendEnv: false,
    reject: false,
    all: true,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  });
  onStart?.(running);
  const run = await running;
  return { exitCode: run.exitCode ?? -1, output: run.all, folder };
}

/** Every file of a folder, by name. */
export function filesIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const files = paths.filter((path) => statSync(path).isFile());
  return Object.fromEntries(files.map((path) => [basename(path), readFileSync(path, 'utf8')]));
}

/** Throws if the folder has no report. */
export function reportIn(folder: string): Report {
  return readReport(readFileSync(join(folder, 'report.json'), 'utf8'));
}

/** A run against the reference service with these variants, and its report. */
export async function reportedRun(args: readonly string[], variants: readonly string[]) {
  const service = await startService({ token: canary, variants });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const run = await cli(args, { env }).finally(() => service.stop());
  return { ...run, report: reportIn(run.folder) };
}

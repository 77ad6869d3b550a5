import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { onPath } from '../../cli/k6/executable.ts';
import { packageRoot } from '../../cli/k6/package-root.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';

/** Microseconds, by nearest rank. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface EndpointTruth {
  readonly calls: number;
  readonly answered: number;
  /** The client hung up before the answer. */
  readonly abandoned: number;
  /** Without the token: answered at once, and no call. */
  readonly refused: number;
  /** Answered at or above the limit, from the arrival of the request to the answer. */
  readonly slow: number;
  /** Calls whose written time was at or above the limit. */
  readonly scheduledSlow: number;
  /** Of calls that come at any time; null where the service changes as it runs. */
  readonly openModelSlowShare: number | null;
  readonly tookUs: Quantiles;
  /** What came on top of the written time. */
  readonly overshootUs: Quantiles;
}

/** What the server knows of its own answers. */
export interface Truth {
  readonly mode: string;
  readonly priority: string;
  readonly limitUs: number;
  readonly stalls: number;
  /** Requests that carried the kernel's receive stamp. */
  readonly stamped: number;
  readonly endpoints: Readonly<Record<Endpoint, EndpointTruth>>;
}

export interface TruthServer {
  readonly url: string;
  readonly token: string;
  truth(): Promise<Truth>;
  stop(): Promise<void>;
}

export interface TruthServerOptions {
  /** A mode and its parameters, times in microseconds: `truth-server` without any prints them. */
  readonly mode: readonly string[];
  readonly token?: string;
  /** Gets a line for every call when the server stops. */
  readonly logFile?: string;
}

/** Why the server cannot be built here; null: it can. */
export function truthServerLack(): string | null {
  if (process.platform !== 'linux') return 'the truth server needs Linux';
  return compiler() === undefined ? 'the truth server needs a C compiler' : null;
}

/** Builds the server where it is not built yet, and starts it on a free loopback port. */
export async function startTruthServer(options: TruthServerOptions): Promise<TruthServer> {
  const { mode, token = 'truth-token', logFile } = options;
  const program = await buildTruthServer();
  const running = execa(program, [...mode], {
    env: { ACCESS_TOKEN: token, ...(logFile === undefined ? {} : { TRUTH_LOG: logFile }) },
    stdin: 'ignore',
    buffer: false,
    reject: false,
  });
  const lines = createInterface({ input: running.stdout });
  const url = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    running.then(({ shortMessage }) => Promise.reject(new Error(`the truth server ended: ${shortMessage}`))),
  ]);
  return {
    url,
    token,
    truth: async () => (await (await fetch(`${url}/truth`)).json()) as Truth,
    stop: async () => {
      running.kill('SIGTERM');
      await running;
    },
  };
}

const sources = ['truth-server.h', 'truth-server.c', 'truth-schedule.c', 'truth-book.c', 'truth-http.c'];

async function buildTruthServer(): Promise<string> {
  const cc = compiler();
  if (cc === undefined) throw new Error(truthServerLack() ?? 'no C compiler');
  const files = sources.map((name) => join(packageRoot(), 'bench', 'truth', name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  const tools = join(packageRoot(), 'bench', '.tools');
  await mkdir(tools, { recursive: true });
  const program = join(tools, `truth-server-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  const fresh = `${program}-${process.pid}`;
  const units = files.filter((file) => file.endsWith('.c'));
  await execa(cc, ['-std=gnu17', '-O2', '-Wall', '-Wextra', '-Werror', '-o', fresh, ...units]);
  await rename(fresh, program);
  return program;
}

function compiler(): string | undefined {
  return onPath(['cc', 'gcc', 'clang'], process.env)[0];
}

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { execa } from 'execa';
import { obtainK6 } from '../../cli/k6/obtain-k6.ts';
import { readKernelFile, readResidentBytes } from '../../cli/machine/read-machine.ts';
import { packageRoot } from '../../cli/package-root.ts';
import { type RunningService, startService } from '../../service/server.ts';
import { leaksIn, token } from '../../tests/leaks.ts';
import type { After, Given, Place, Row, Run } from './row.ts';

/** Longer than a row may take, so that one that hangs shows how. */
const mostMs = 150_000;
/** What may still run when the command line has been killed must end by itself. */
const graceMs = 10_000;

export async function runRow({ name, begin }: Row): Promise<Run> {
  const root = await mkdtemp(join(tmpdir(), 'matrix-'));
  const at = (folder: string) => join(root, folder);
  const place = { out: at('out'), home: at('home'), temporary: at('tmp') };
  await Promise.all([place.home, place.temporary].map((folder) => mkdir(folder)));
  const service = await startService({ token });
  const given = await begin(place, service);
  const running = started(place, given, { BASE_URL: service.url, K6_BIN: (await obtainK6()).path });
  const { pid } = running;
  if (pid === undefined) throw new Error(`${name}: it did not start.`);
  const tree = await watchTree(pid);
  const startedAt = new Date();
  running.stdin.end('\n');
  const acted = given.after === undefined ? null : watchCalls(service, given.after, pid);
  try {
    const { exitCode, signal, all: output = '' } = await running;
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const { pids, peakBytes } = await tree.stop();
    const left = await outliving(pids);
    return {
      name,
      startedAt: startedAt.toISOString(),
      status: exitCode ?? signal ?? 'none',
      ...(await judgedIn(place.out)),
      seconds: Number(seconds.toFixed(1)),
      peakMb: Math.round(peakBytes / 1e6),
      leaks: [...(await leaks(root, output)), ...(given.strayed?.() ?? [])],
      left: left.length,
      trace: /^\s+at .*:\d+:\d+\)?$|^goroutine \d+ \[|^Node\.js v\d/m.test(output),
      words: wordsOf(output)
        .replaceAll(root, '')
        .replace(/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1'),
    };
  } finally {
    for (const one of alive((await tree.stop()).pids)) process.kill(one, 'SIGKILL');
    await acted?.();
    await given.end?.();
    await service.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** The command line as a user of a clone starts it. */
function started(place: Place, given: Given, usual: Readonly<Record<string, string>>) {
  const { words = ['smoke', '--out', place.out], env, shell = ':' } = given;
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  // It waits until it is watched.
  const script = `read -r; exec < /dev/null\n${shell}\nexec "$@"`;
  return execa('bash', ['--norc', '-c', script, 'bash', process.execPath, bin, ...words], {
    cwd: place.home,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: place.home,
      TMPDIR: place.temporary,
      OUT: place.out,
      NO_COLOR: '1',
      ACCESS_TOKEN: token,
      ...usual,
      ...env,
    },
    extendEnv: false,
    stdin: 'pipe',
    reject: false,
    all: true,
    timeout: mostMs,
    killSignal: 'SIGKILL',
  });
}

/** Acts once the service has had enough calls. The result ends the watch and waits for the act. */
function watchCalls(service: RunningService, { calls, act }: After, pid: number): () => Promise<unknown> {
  let acting: Promise<unknown> | undefined;
  const watch = setInterval(() => {
    if (acting !== undefined || service.requests < calls) return;
    try {
      acting = Promise.resolve(act(pid));
    } catch {
      // Tried again at the next look.
    }
  }, 2);
  return () => {
    clearInterval(watch);
    return acting ?? Promise.resolve();
  };
}

/** Watches a process and all that it starts, and their memory. */
async function watchTree(pid: number) {
  const watcher = join(packageRoot(), 'bench', 'matrix', 'process-tree.mjs');
  const running = execa(process.execPath, [watcher, String(pid)], { stdin: 'pipe' });
  await once(running.stdout, 'data');
  return {
    async stop(): Promise<{ readonly pids: readonly number[]; readonly peakBytes: number }> {
      running.stdin.end();
      return JSON.parse((await running).stdout.split('\n').at(-1) ?? '');
    },
  };
}

/** A process that has ended has no memory, even if nobody asks for its status. */
function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => !Number.isNaN(readResidentBytes(readKernelFile(`/proc/${pid}/status`))));
}

/** Those that do not end by themselves. */
async function outliving(pids: readonly number[]): Promise<number[]> {
  const until = Date.now() + graceMs;
  while (alive(pids).length > 0 && Date.now() < until) await after(50);
  return alive(pids);
}

async function judgedIn(out: string): Promise<Pick<Run, 'verdict' | 'failed'>> {
  try {
    const { findings, verdict, run } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
    const failed = findings.filter((finding: { verdict: string }) => finding.verdict === 'fail');
    return {
      verdict: run.completeness === 'complete' ? verdict : 'none',
      failed: failed.map(({ check }: { check: string }) => check),
    };
  } catch {
    return { verdict: null, failed: [] };
  }
}

/** Where the token stands. */
async function leaks(root: string, output: string): Promise<string[]> {
  const found = leaksIn(output).length > 0 ? ['the output'] : [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !existsSync(file)) continue;
    if (leaksIn(await readFile(file, 'utf8')).length > 0) found.push(relative(root, file));
  }
  return found;
}

/** Why, or the verdict itself where it needs no reason; else the error, or the last line. */
function wordsOf(output: string): string {
  const lines = output.split('\n');
  const [why, verdict, error] = [/^why {5}(.+)/, /^[✓✗?–] (.+)/, /^error:? (.+)/].map((form) =>
    lines.flatMap((line) => form.exec(line)?.[1] ?? []).at(0),
  );
  const said = why ?? error ?? verdict ?? lines.findLast((line) => line !== '') ?? '';
  // A list follows.
  const place = lines.findIndex((line) => line.endsWith(said));
  return said.endsWith(':') ? `${said} ${lines[place + 1]?.trim()}` : said;
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { onPath } from '../cli/k6/executable.ts';
import { packageRoot } from '../cli/package-root.ts';

/** Why a C program for Linux cannot be built and run here; null: it can. */
export function cProgramLack(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  return compiler() === undefined ? 'it needs a C compiler' : null;
}

/** The program of these sources, in their folder of `bench`, built where it is not built yet. */
export async function builtProgram(folder: string, sources: readonly string[]): Promise<string> {
  const files = sources.map((name) => join(packageRoot(), 'bench', folder, name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  const tools = join(packageRoot(), 'bench', '.tools');
  await mkdir(tools, { recursive: true });
  const program = join(tools, `${folder}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  const fresh = `${program}-${process.pid}`;
  const units = files.filter((file) => !file.endsWith('.h'));
  const isGo = units.some((file) => file.endsWith('.go'));
  const [command, ...args] = isGo ? ['go', 'build'] : [compiler() ?? 'cc', ...compilerOptions];
  await execa(command, [...args, '-o', fresh, ...units]);
  await rename(fresh, program);
  return program;
}

type Ended = { readonly [Name in 'stderr' | 'shortMessage']?: string | undefined };

/** The first line that a program prints; rejects if it ends without one. */
export function firstLineOf(running: Promise<Ended> & { stdout: Readable }, name: string) {
  const lines = createInterface({ input: running.stdout });
  return Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    running.then(({ stderr, shortMessage }) =>
      Promise.reject(new Error(`${name} ended: ${stderr || shortMessage}`)),
    ),
  ]);
}

const compilerOptions = ['-std=gnu17', '-O2', '-Wall', '-Wextra', '-Werror'];

function compiler(): string | undefined {
  return onPath(['cc', 'gcc', 'clang'], process.env)[0];
}

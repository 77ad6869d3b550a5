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

const underWay = new Map<string, Promise<string>>();

/** The path of what `make` makes at a path of its own in `bench/.tools`, once for each content on which it depends. */
export function madeOnce(
  name: string,
  content: string | Buffer,
  make: (path: string) => Promise<unknown>,
): Promise<string> {
  const tools = join(packageRoot(), 'bench', '.tools');
  const path = join(tools, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`);
  const made = async () => {
    if (existsSync(path)) return path;
    await mkdir(tools, { recursive: true });
    const fresh = `${path}-${process.pid}`;
    await make(fresh);
    await rename(fresh, path);
    return path;
  };
  const making = underWay.get(path) ?? made();
  underWay.set(path, making);
  return making;
}

/** The program of these sources, in their folder of `bench`. */
export async function builtProgram(folder: string, sources: readonly string[]): Promise<string> {
  const files = sources.map((name) => join(packageRoot(), 'bench', folder, name));
  const texts = await Promise.all(files.map((file) => readFile(file)));
  const units = files.filter((file) => !file.endsWith('.h'));
  const isGo = units.some((file) => file.endsWith('.go'));
  const [command, ...args] = isGo ? ['go', 'build'] : [compiler() ?? 'cc', ...compilerOptions];
  return madeOnce(folder, Buffer.concat(texts), (path) => execa(command, [...args, '-o', path, ...units]));
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

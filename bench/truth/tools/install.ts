import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { onPath } from '../../../cli/k6/executable.ts';
import { toolsFolder } from '../folders.ts';

type Say = (line: string) => void;

/** Fills a folder of this name once, by `fill`; a fill that fails leaves nothing behind. */
async function installed(name: string, say: Say, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(await toolsFolder(), name);
  if (existsSync(folder)) return folder;
  const work = `${folder}.work-${process.pid}`;
  say(`installing ${name}`);
  await mkdir(work, { recursive: true });
  try {
    await fill(work);
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

function program(name: string): string {
  const found = onPath([name], process.env)[0];
  if (found === undefined) throw new Error(`no ${name} on PATH`);
  return found;
}

/** Installers get half an hour, and leave the processor to everything else. */
async function install(file: string, args: readonly string[], folder: string, env = {}): Promise<void> {
  await execa('nice', ['-n', '19', program(file), ...args], {
    cwd: folder,
    env,
    stdin: 'ignore',
    timeout: 1_800_000,
  });
}

/** The program of a crate, built from its registry's source. */
export async function fromCargo(crate: string, version: string, say: Say): Promise<string> {
  const folder = await installed(`${crate}-${version}`, say, async (work) => {
    const target = join(work, 'target');
    const args = ['install', crate, '--version', version, '--locked', '--root', work];
    await install('cargo', args, work, { CARGO_TARGET_DIR: target });
    await rm(target, { recursive: true, force: true });
  });
  return join(folder, 'bin', crate);
}

/** The program of a package that needs no install scripts. */
export async function fromNpm(name: string, version: string, say: Say): Promise<string> {
  const folder = await installed(`${name}-${version}`, say, (work) =>
    install(
      'npm',
      ['install', '--prefix', work, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
      work,
    ),
  );
  return join(folder, 'node_modules', '.bin', name);
}

/** The module of a package, run by the interpreter of an environment of its own. */
export async function fromPypi(name: string, version: string, say: Say): Promise<string> {
  const folder = await installed(`${name}-${version}`, say, async (work) => {
    await install('python3', ['-m', 'venv', work], work);
    await execa(join(work, 'bin', 'python3'), ['-m', 'pip', 'install', '-q', `${name}==${version}`]);
  });
  return join(folder, 'bin', 'python3');
}

export interface DebianProgram {
  readonly path: string;
  /** So that it finds the libraries unpacked beside it. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program of Debian's packages: that on PATH, else unpacked with the libraries named, without installing. */
export async function fromDebian(
  name: string,
  packages: readonly string[],
  say: Say,
): Promise<DebianProgram> {
  const path = onPath([name], process.env)[0];
  if (path !== undefined) return { path, env: {} };
  const folder = await installed(`debian-${name}`, say, async (work) => {
    await install('apt-get', ['download', '-q', ...packages], work);
    for (const file of await readdir(work)) await install('dpkg-deb', ['-x', file, 'root'], work);
  });
  const libraries = await sharedFolders(join(folder, 'root', 'usr', 'lib'));
  return { path: join(folder, 'root', 'usr', 'bin', name), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

async function sharedFolders(lib: string): Promise<string[]> {
  const entries = await readdir(lib, { withFileTypes: true });
  return [lib, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(lib, entry.name))];
}

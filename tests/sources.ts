import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { execaSync } from 'execa';

export const root = resolve(import.meta.dirname, '..');

/** Every file of TypeScript and JavaScript, tests included. */
function sources(): string[] {
  const patterns = ['*.ts', '*.mjs'];
  const listed = execaSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    lines: true,
  });
  return listed.stdout.map((file) => join(root, file)).filter((file) => existsSync(file));
}

export const all = sources();

/** All but tests and what they need. */
export const code = all.filter((file) => !/\.test\.ts$|-fixture\.ts$/.test(relative(root, file)));

/** The folder at the top that holds a file. */
export const folderOf = (file: string) => relative(root, file).split('/')[0] ?? '';

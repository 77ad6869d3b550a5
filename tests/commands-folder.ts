import { chmodSync, cpSync, existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execaSync } from 'execa';
import { k6Binary } from './k6-binary.ts';

const root = resolve(import.meta.dirname, '..');

/** The command that is run in the place of a gate; `load` has the same options. */
type Stand = 'gate' | 'load' | 'smoke';

/**
 * What stands before the real `npx`, so that runs are short and few: what is shown is that commands work.
 * Files for other repositories name a version, which is taken off; the clone is run instead, from whatever folder.
 */
const npxWith = (gate: Stand, clone: string) => `#!/usr/bin/env bash
npx=(npx --prefix '${clone}'); while [[ $1 == --yes ]]; do npx+=("$1"); shift; done
[[ \${1%@1} == encryption-backup-harness ]] || exit 2
command=$2; shift 2; options=(); [[ $command != gate ]] || command=${gate}
while [[ $# -gt 0 ]]; do
  case $1 in
    --profile | --rate | --duration) shift 2 ;;
    --within) options+=("$1" 0); shift 2 ;;
    *) options+=("$1"); shift ;;
  esac
done
case $command in
  gate | load | soak) options+=(--profile quick --rate 240 --duration 2s) ;;
  conformance) options+=(--profile quick) ;;
esac
PATH=\${PATH#*:} exec "\${npx[@]}" encryption-backup-harness "$command" "\${options[@]}"
`;

/** A clone of these sources as they stand, in which nothing is installed or built. */
export function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout: files } = execaSync('git', args, { cwd: root, lines: true });
  for (const file of files.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file));
  return folder;
}

/** The environment of a user whose home is empty. */
export function newcomer(): Record<string, string> {
  const { PATH = '', SystemRoot = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  const HOME = mkdtempSync(join(tmpdir(), 'home-'));
  return { PATH, SystemRoot, NODE_EXTRA_CA_CERTS, HOME, K6_BIN: k6Binary, NO_COLOR: '1' };
}

/**
 * A clone for the commands of a page, installed and built as this one is, and the environment in which these programs are found
 * first.
 */
export function commandsFolder(programs: Readonly<Record<string, string>>, gate: Stand = 'gate') {
  const folder = freshClone();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const bin = mkdtempSync(join(tmpdir(), 'bin-'));
  for (const [name, text] of Object.entries({ npx: npxWith(gate, folder), ...programs })) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  const env = newcomer();
  return { folder, env: { ...env, PATH: `${bin}${delimiter}${env['PATH']}` } };
}

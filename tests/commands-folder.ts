import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { k6Binary } from './k6-binary.ts';

/** `npx` of these sources. Runs are short and few, and so are pauses: what is shown is that commands work. */
const npxWith = (gate: 'gate' | 'load') => `#!/usr/bin/env bash
while [[ $1 == --yes ]]; do shift; done
[[ $1 == encryption-backup-harness@1 ]] || exit 2
command=$2; shift 2; options=(); [[ $command != gate ]] || command=${gate}
while [[ $# -gt 0 ]]; do
  case $1 in
    --profile | --rate | --duration | --retry-pause) shift 2 ;;
    --at-most) options+=("$1" 2); shift 2 ;;
    --retry-inconclusive) options+=("$1" 0 --retry-pause 1s); shift 2 ;;
    *) options+=("$1"); shift ;;
  esac
done
case $command in
  gate | load | soak) options+=(--profile quick --rate 240 --duration 2s) ;;
  conformance) options+=(--profile quick) ;;
esac
exec "${process.execPath}" "${resolve('cli/bin.mjs')}" "$command" "\${options[@]}"
`;

/**
 * A folder for the commands of a page, and the environment in which `npx` and these programs are found first. `gate`: the
 * command that is run in its place; `load` has the same options.
 */
export function commandsFolder(programs: Readonly<Record<string, string>>, gate: 'gate' | 'load' = 'gate') {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  for (const [name, text] of Object.entries({ npx: npxWith(gate), ...programs })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  const { PATH = '' } = process.env;
  const env = { PATH: `${folder}${delimiter}${PATH}`, HOME: folder, K6_BIN: k6Binary, NO_COLOR: '1' };
  return { folder, env };
}

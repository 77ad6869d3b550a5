import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, type Place, passes, type Row, refused, unreached } from './row.ts';

const row = (name: string, due: Due, begin: Row['begin']): Row => ({ name, due, begin });
const shell = (name: string, due: Due, line: string) => row(name, due, () => ({ shell: line }));
const redirected = (name: string, due: Due, how: string) => row(name, due, () => ({ redirected: how }));

/** A folder that is a file system of its own, of so many kB; it needs root. */
const mounted = (name: string, due: Due, folder: 'out' | 'temporary', options: string) =>
  row(name, due, async (place) => {
    const at = place[folder];
    await execa('mkdir', ['-p', at]);
    await execa('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at]);
    return { end: () => execa('umount', ['-l', at]) };
  });

/** Something happens to the files once the service has had 60 calls. */
const after60 = (name: string, due: Due, happen: (place: Place) => Promise<unknown>) =>
  row(name, due, (place) => ({ after: { calls: 60, act: () => happen(place) } }));

/** A program in place of k6, which answers `version` as k6 does. */
const inPlaceOfK6 = (name: string, due: Due, script: string) =>
  row(name, due, async ({ input }) => {
    const version = `[ "$1" = version ] && echo 'k6 v2.2.0 (commit/0123456789, go1.26.8, linux/amd64)' && exit`;
    const file = join(input, 'k6');
    await writeFile(file, `#!/bin/sh\n${version}\n${script}\n`, { mode: 0o755 });
    return { env: { K6_BIN: file } };
  });

const unheard: Due = { status: [0, 4], isUnheard: true };

export const machineRows: readonly Row[] = [
  mounted('no room in the folder of the run', unreached, 'out', 'size=64k'),
  mounted('room for a part of the files in the folder of the run', unreached, 'out', 'size=120k'),
  mounted('no room for temporary files', unreached, 'temporary', 'size=64k'),
  mounted('a folder of the run that is read-only', refused, 'out', 'ro'),
  mounted('a folder for temporary files that is read-only', unreached, 'temporary', 'ro'),
  mounted('a folder of the run that takes 3 more files', unreached, 'out', 'size=9m,nr_inodes=4'),
  shell('a folder of the run below a file', refused, 'echo > "$OUT"'),
  shell(
    'a folder of the run in which another program wrote',
    refused,
    'mkdir "$OUT"; echo "{}" > "$OUT/report.json"',
  ),
  shell('a folder of the run that is a link to itself', refused, 'ln -s "$OUT" "$OUT"'),
  after60('the folder of the run vanishes', unreached, ({ out }) => rm(out, { recursive: true })),
  after60('a file takes the place of the folder of the run', unreached, async ({ out }) => {
    await rm(out, { recursive: true });
    await writeFile(out, '');
  }),
  after60('the folder for temporary files vanishes', { status: [0, 4] }, ({ temporary }) =>
    rm(temporary, { recursive: true }),
  ),
  row('two runs into one folder', { status: [0, 4] }, ({ out }, { url }) => {
    const bin = join(packageRoot(), 'cli', 'bin.mjs');
    const env = { BASE_URL: url, ACCESS_TOKEN: token };
    const other = execa(process.execPath, [bin, 'smoke', '--out', out], { env, reject: false });
    return { end: () => other };
  }),
  shell('32 open files', unreached, 'ulimit -n 32'),
  shell('64 open files', { status: [0, 4] }, 'ulimit -n 64'),
  shell('files of at most 0 bytes', unreached, 'ulimit -f 0'),
  shell('files of at most 64 kB', unreached, 'ulimit -f 64'),
  shell('1 s of the processor', { status: [0, 4] }, 'ulimit -t 1'),
  shell('1 GB of addresses', unreached, 'ulimit -v 1000000'),
  shell('a stack of 1 MB', passes, 'ulimit -s 1024'),
  shell('a working folder that is gone', unreached, 'cd "$(mktemp -d)" && rmdir "$PWD"'),
  shell('no place for temporary files', unreached, 'export TMPDIR=/none'),
  shell('no home', passes, 'unset HOME'),
  shell('an empty PATH', passes, 'export PATH='),
  redirected('an output without room', unheard, '> /dev/full 2>&1'),
  redirected('a closed output', unheard, '>&- 2>&-'),
  redirected('a closed input', passes, '<&-'),
  redirected('an input without an end', passes, '< /dev/zero'),
  row('an output that nobody reads', unheard, () => ({
    redirected: '2>&1 | true; exit "$' + '{PIPESTATUS[0]}"',
  })),
  row('k6 is none', { status: [2, 4] }, () => ({ env: { K6_BIN: '/bin/true' } })),
  row('k6 cannot be executed', { status: [2, 4] }, () => ({ env: { K6_BIN: '/etc/passwd' } })),
  inPlaceOfK6('k6 ends with 0 and writes nothing', unreached, 'exit 0'),
  inPlaceOfK6(
    'k6 ends with 0 and an empty report',
    unreached,
    ': > "$OUT/report.json"; : > "$OUT/facts.json"',
  ),
  inPlaceOfK6('k6 crashes', unreached, 'kill -SEGV $$'),
  inPlaceOfK6('k6 prints 1,000,000 lines', unreached, 'yes error | head -n 1000000; exit 107'),
];

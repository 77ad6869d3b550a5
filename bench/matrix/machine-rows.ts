import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, type Place, passes, type Row, refused, unreached } from './row.ts';

const row = (name: string, due: Due, begin: Row['begin']): Row => ({ name, due, begin });
const shell = (name: string, due: Due, line: string) => row(name, due, () => ({ shell: line }));

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

const unheard: Due = { status: [0, 4], isUnheard: true };

export const machineRows: readonly Row[] = [
  mounted('no room in the folder of the run', unreached, 'out', 'size=64k'),
  mounted('room for a part of the files in the folder of the run', unreached, 'out', 'size=120k'),
  mounted('no room for temporary files', unreached, 'temporary', 'size=64k'),
  mounted('a folder of the run that is read-only', refused, 'out', 'ro'),
  mounted('a folder for temporary files that is read-only', unreached, 'temporary', 'ro'),
  mounted('a folder of the run that takes 3 more files', unreached, 'out', 'size=9m,nr_inodes=4'),
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
  shell('64 open files', { status: [0, 4] }, 'ulimit -n 64'),
  shell('files of at most 64 kB', unreached, 'ulimit -f 64'),
  shell('1 s of the processor', { status: [0, 4] }, 'ulimit -t 1'),
  shell('1 GB of addresses', unreached, 'ulimit -v 1000000'),
  shell('a stack of 1 MB', passes, 'ulimit -s 1024'),
  shell('no home', passes, 'unset HOME'),
  shell('an empty PATH', passes, 'export PATH='),
  shell('an output without room', unheard, 'exec > /dev/full 2>&1'),
  shell('a closed output', unheard, 'exec >&- 2>&-'),
  shell('a closed input', passes, 'exec <&-'),
  shell('an input without an end', passes, 'exec < /dev/zero'),
  shell('an output that nobody reads', unheard, 'exec > >(true) 2>&1'),
  row('a contract: a pattern that takes years on a long text', unreached, async ({ out, home }) => {
    const path = join(home, 'contract.yaml');
    const schema = '{ properties: { ciphertext: { pattern: "^(?=.)(([A-Za-z0-9+/])+.?)+!$" } } }';
    await writeFile(path, `version: 1\nanswers:\n  encrypt:\n    schema: ${schema}\n`);
    return { words: ['smoke', '--out', out, '--contract', path] };
  }),
];

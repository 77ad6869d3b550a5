import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { conformanceFacts, loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, fails, passes, type Row, refused, unproved, unreached } from './row.ts';

const row = (name: string, due: Due, begin: Row['begin']): Row => ({ name, due, begin });

/** The text of a contract, or a command of the shell that makes "$1". */
type Content = string | { readonly shell: string };

const contract = (what: string, due: Due, content: Content) =>
  row(`a contract: ${what}`, due, async ({ input, out }) => {
    const path = join(input, 'contract.yaml');
    await make(path, content);
    return { words: ['smoke', '--out', out, '--contract', path] };
  });

async function make(path: string, content: Content): Promise<void> {
  if (typeof content === 'string') await writeFile(path, content);
  else await execa('bash', ['-c', content.shell, 'bash', path]);
}

const facts = (what: string, due: Due, content: Content) =>
  row(`facts: ${what}`, due, async ({ out }) => {
    await mkdir(out);
    await make(join(out, 'facts.json'), content);
    return { words: ['report', out] };
  });

const setting = (
  what: string,
  due: Due,
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
) =>
  row(`a setting: ${what}`, due, ({ out }) => ({
    words: ['smoke', '--out', out, ...words],
    env,
  }));

const files = (what: string, due: Due, shell: string, ...words: readonly string[]) =>
  row(what, due, async ({ input, out }) => {
    await execa('bash', ['-c', shell], { cwd: input });
    return { words: words.map((word) => word.replace('OUT', out).replace('INPUT', input)) };
  });

const schema = (text: string) => `version: 1\nanswers:\n  sync:\n    schema: ${text}\n`;
const slow = JSON.stringify(loadFacts(loadCalls(() => 30)));
const fast = JSON.stringify(loadFacts(loadCalls(() => 2)));
/** k6's median of user. */
const belowZero = fast.replace(/("latency\{endpoint:user,phase:measure\}":\{[^}]*"p\(50\)":)[\d.]+/, '$1-5');
const some = JSON.stringify(conformanceFacts());

const contracts = [
  contract('missing', refused, { shell: ':' }),
  contract('a pipe that nobody writes to', refused, { shell: 'mkfifo "$1"' }),
  contract('a device without an end', refused, { shell: 'ln -s /dev/zero "$1"' }),
  contract('a link to itself', refused, { shell: 'ln -s "$1" "$1"' }),
  contract('of 3 MB', refused, `version: 1\n# ${'x'.repeat(3e6)}\n`),
  contract('of 3 GB', refused, { shell: 'truncate -s 3G "$1"' }),
  contract('the token in it', refused, `version: 1\nbackup: { body: { key: "${token}" } }\n`),
  contract('a schema of a host', refused, schema('{ $ref: "http://127.0.0.1:9/schema.json" }')),
  contract('a schema in a file without an end', refused, {
    shell:
      'ln -s /dev/zero "$(dirname "$1")/zero"; echo "{ version: 1, answers: { sync: { schemaFile: zero } } }" > "$1"',
  }),
  contract(
    'a pattern that takes years on a long text',
    unreached,
    'version: 1\nanswers:\n  encrypt:\n    schema: { properties: { ciphertext: { pattern: "^(?=.)(([A-Za-z0-9+/])+.?)+!$" } } }\n',
  ),
];

const allFacts = [
  facts('of 3 GB', { status: [2, 4] }, { shell: 'truncate -s 3G "$1"' }),
  facts('a pipe that nobody writes to', { status: [2, 4] }, { shell: 'mkfifo "$1"' }),
  facts('a link to itself', { status: [2, 4] }, { shell: 'ln -s "$1" "$1"' }),
  facts('of a slow service', fails('user-latency', 'encrypt-latency', 'sync-latency'), slow),
  facts('with a time below 0', unreached, belowZero),
  facts(
    'without what came before the load',
    unreached,
    JSON.stringify({ ...conformanceFacts(), before: null }),
  ),
  files(
    'merge: one run twice',
    { status: [2, 4] },
    `mkdir a b; echo '${some}' > a/facts.json; cp a/facts.json b`,
    'merge',
    'INPUT/a',
    'INPUT/b',
    '--out',
    'OUT',
  ),
  files('merge: a log without an end', refused, ':', 'merge', '/dev/zero', '--out', 'OUT'),
  files('merge: a log of 500 MB', refused, 'truncate -s 500M log', 'merge', 'INPUT/log', '--out', 'OUT'),
  files(
    'trend: 100 folders of nonsense',
    { status: [2, 4] },
    'for i in $(seq 100); do mkdir $i; echo "{" > $i/facts.json; done',
    'trend',
    'INPUT',
    '--out',
    'OUT/trend.html',
  ),
];

const settings = [
  setting(
    'the token as the password of the URL',
    unreached,
    {},
    '--base-url',
    `http://user:${encodeURIComponent(token)}@127.0.0.1:1`,
  ),
  setting('a header without a colon', refused, { REQUEST_HEADERS: `no colon ${token}` }),
  setting('a certificate that is torn', refused, {}, '--cacert', '/etc/passwd'),
  setting('a certificate without an end', refused, {}, '--cacert', '/dev/zero'),
  setting('a proxy that is none', refused, { HTTP_PROXY: 'http://[bad' }),
  setting('a proxy that is not there', passes, { HTTP_PROXY: 'http://127.0.0.1:1' }),
  setting('NODE_DEBUG, which prints requests', refused, { NODE_DEBUG: '*' }),
  setting('options of k6 that would end its run', passes, {
    K6_NO_THRESHOLDS: 'true',
    K6_ITERATIONS: '1',
    K6_NO_SETUP: 'true',
  }),
  setting('an output of k6 that is not there', unproved, {}, '--k6-out', 'json=/none/out.json'),
  row('a setting: a configuration of k6 that is torn', { status: [0, 4] }, async ({ out, home }) => {
    const folder = join(home, '.config', 'k6');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'config.json'), '{"vus":');
    return { words: ['smoke', '--out', out] };
  }),
];

export const inputRows: readonly Row[] = [...contracts, ...allFacts, ...settings];

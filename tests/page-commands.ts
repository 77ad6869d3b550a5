import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { startService } from '../service/server.ts';
import { commandsFolder } from './commands-folder.ts';
import { type Block, blocksOf } from './pages.ts';

/** The pages whose commands take a minute or so each: `npm run test:long` runs them. The longest first. */
export const longPages = [
  'docs/how-to/over-time.md',
  'docs/tutorial.md',
  'docs/how-to/inconclusive.md',
  'docs/how-to/contract.md',
];
/** The pages whose commands `npm test` runs. */
export const shortPages = ['README.md', 'docs/how-to/ci.md', 'docs/how-to/kubernetes.md'];

/** What is run in the place of a gate, which takes longest: a page shows with it that its command works. */
const standOn = (page: string) =>
  page === 'docs/how-to/kubernetes.md' ? 'smoke' : /^(README|docs\/how-to\/)/.test(page) ? 'load' : 'gate';

/** The faults of the service that BASE_URL names on a page. On the others it has none. */
const faultsOn: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['auth-made-up-admitted-cut-short'],
};
/** Run by `segments.test.ts`, where there are logs of pods, and in `docs-commands.test.ts`, in a clone without anything. */
const elsewhere = ['pods', 'clone'];

/** Commands of pages that a container or another machine would run: what comes after the image is run here. */
const docker = `#!/usr/bin/env bash
[[ $1 == run ]] || exit 0
while [[ $1 != */encryption-backup-harness:* ]]; do shift; done
shift; exec npx encryption-backup-harness "$@"
`;

/** Numbers depend on the machine, and lines may end early. Which of the answers that broke a rule is shown and repeated depends on the order in which they came. */
const comparable = (line: string) =>
  line
    .replace(/ …$/, '')
    .replace(/^(curl .*\)) && .*/, '$1')
    .replace(/^.* ×: /, '')
    .replace(/\d+( \d{3})*/g, '0')
    .trim();

const mayEndWith: Readonly<Record<string, readonly string[]>> = {
  // The document's rule is broken.
  fails: ['1'],
  // The verdict depends on the machine.
  judged: ['0', '1', '3'],
};

/** The commands of a page in one shell, one after the other. The outputs of the blocks, and the statuses that are not 0. */
async function runPage(page: string, blocks: readonly Block[]) {
  const { folder, env } = commandsFolder({ docker }, standOn(page));
  const outputs = mkdtempSync(join(tmpdir(), 'outputs-'));
  const token = 'my-first-token';
  const [service, free] = [
    await startService({ token, variants: faultsOn[page] ?? [] }),
    await startService({}),
  ];
  await free.stop();
  const adapted = (text: string) =>
    text
      .replaceAll('https://service.example', service.url)
      .replaceAll('ACCESS_TOKEN=…', `ACCESS_TOKEN=${token}`)
      .replaceAll('8080', free.url.split(':').at(-1) ?? '');
  const script = blocks.flatMap(({ text, words }, index) => [
    `exec >${outputs}/${index}.out 2>&1`,
    `trap 'echo $? >>${outputs}/${index}.statuses' ERR`,
    `: >${outputs}/${index}.statuses`,
    adapted(text),
    ...(words.includes('background')
      ? [
          `until grep -q http ${outputs}/${index}.out || [[ -s ${outputs}/${index}.statuses ]]; do sleep .05; done`,
        ]
      : []),
  ]);
  await execa('bash', {
    cwd: folder,
    input: ['set -m', ...script, 'trap - ERR', 'for job in $(jobs -p); do kill -- -$job; done', ''].join(
      '\n',
    ),
    env: { ...env, SEED: '3', BASE_URL: service.url, ACCESS_TOKEN: token },
    extendEnv: false,
    reject: false,
    timeout: 280_000,
  });
  await service.stop();
  const read = (name: string) => readFileSync(join(outputs, name), 'utf8');
  return blocks.map((_, index) => ({
    output: read(`${index}.out`),
    statuses: read(`${index}.statuses`).split('\n').filter(Boolean),
    expected: adapted,
  }));
}

/** Runs the commands of a page as they stand there, and holds their statuses and the output that the page shows against it. */
export async function expectCommandsToWork(page: string): Promise<void> {
  const blocks = blocksOf(page);
  const commands = blocks.filter(
    ({ language, words }) => language === 'sh' && !elsewhere.some((word) => words.includes(word)),
  );
  expect(commands).not.toEqual([]);
  const results = await runPage(page, commands);
  for (const [index, { text, words }] of commands.entries()) {
    const { output, statuses } = results[index] ?? { output: '', statuses: ['not run'] };
    const allowed = words.flatMap((word) => mayEndWith[word] ?? []);
    expect(
      statuses.filter((status) => !allowed.includes(status)),
      `${text}${output}`,
    ).toEqual([]);
    if (words.includes('fails')) expect(statuses, `${text}${output}`).toEqual(['1']);
  }
  for (const { text } of blocks.filter(({ words }) => words.includes('output'))) {
    const all = results.flatMap(({ output }) => output.split('\n').map(comparable));
    const [{ expected } = { expected: (one: string) => one }] = results;
    for (const line of text.split('\n')) {
      const wanted = comparable(expected(line.replace(/ …$/, '')));
      expect(
        all.filter((one) => one.startsWith(wanted)),
        [`${page}: ${line}`, ...all.filter((one) => one.startsWith(wanted.slice(0, 6)))].join('\n'),
      ).not.toEqual([]);
    }
  }
}

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../cli/contract/read-contract.ts';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { commandsFolder, freshClone, newcomer } from './commands-folder.ts';
import { type Block, blocksOf, textOf } from './pages.ts';

/** Pages whose commands are run, and the faults of the service that BASE_URL names there. */
const run: Readonly<Record<string, readonly string[]>> = {
  // The longest first.
  'docs/how-to/over-time.md': [],
  'README.md': ['auth-made-up-admitted-cut-short'],
  'docs/tutorial.md': [],
  'docs/how-to/inconclusive.md': [],
  'docs/how-to/contract.md': [],
  'docs/how-to/ci.md': [],
  'docs/how-to/kubernetes.md': [],
};
/** Run by `segments.test.ts`, where there are logs of pods, and below, in a clone without anything. */
const elsewhere = ['pods', 'clone'];

/** Commands of pages that a container or another machine would run: what comes after the image is run here. */
const docker = `#!/usr/bin/env bash
[[ $1 == run ]] || exit 0
while [[ $1 != */encryption-backup-harness:* ]]; do shift; done
shift; exec npx encryption-backup-harness "$@"
`;

/** Numbers depend on the machine, and lines may end early. */
const comparable = (line: string) =>
  line
    .replace(/ …$/, '')
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
  const { folder, env } = commandsFolder({ docker }, page.startsWith('docs/how-to/') ? 'load' : 'gate');
  const outputs = mkdtempSync(join(tmpdir(), 'outputs-'));
  const token = 'my-first-token';
  const [service, free] = [await startService({ token, variants: run[page] ?? [] }), await startService({})];
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

/** The first commands of the README, without what it says of them. */
function commandsOfClone(): string[] {
  const [block] = blocksOf('README.md').filter(({ words }) => words.includes('clone'));
  return (block?.text ?? '').split('\n').map((line) => line.replace(/\s*#.*/, ''));
}

describe.concurrent('the commands', () => {
  it.each(Object.keys(run))('of %s do what the page says', { timeout: 300_000 }, async (page) => {
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
          `${page}: ${line}`,
        ).not.toEqual([]);
      }
    }
  });

  it('of a clone judge the reference service, and npm has nothing to warn of', {
    timeout: 300_000,
  }, async () => {
    const [start = ''] = commandsOfClone();
    const shell = { cwd: freshClone(), env: newcomer(), extendEnv: false, reject: false, all: true } as const;
    // With a shorter load than npm start makes.
    const short = start.replace(/npm start$/, 'npm run gate -- --embedded --profile quick --duration 2s');
    expect(short).not.toBe(start);
    const { exitCode, all } = await execa('bash', ['-c', short], shell);
    expect([0, 3], all).toContain(exitCode);
    expect(all).not.toMatch(/^npm warn/im);
    expect(all).toMatch(/^report +\S+\/results\/\S+-gate\/report.html$/m);
  });

  it('that test a clone are those of CI', () => {
    const [, test = ''] = commandsOfClone();
    expect(test).toMatch(/^npm \w+ && npm test$/);
    expect(textOf('.ci/run').split('\n')).toContain(test);
  });

  it('of Jenkins and cron come to a verdict', { timeout: 100_000 }, async () => {
    const { folder, env } = commandsFolder({ logger: '#!/bin/sh\necho "$@"\n' }, 'load');
    const service = await startService({});
    const blocks = blocksOf('docs/how-to/ci.md');
    const [crontab = ''] = blocks.flatMap(({ language, text }) => (language === 'crontab' ? [text] : []));
    const [, jenkins = ''] = /script: '(.*)'\)/.exec(blocks.map(({ text }) => text).join()) ?? [];
    const cron = crontab.replace(/^(\S+ ){6}/, '').replace('/etc/', `${folder}/`);
    writeFileSync(
      join(folder, 'service-gate.env'),
      `BASE_URL=${service.url}\nACCESS_TOKEN=${service.token}\n`,
    );
    const commands = [
      { input: cron.replace('/var/lib/service-gate', folder), results: 'results/*' },
      {
        input: jenkins,
        results: 'service-gate',
        env: { BASE_URL: service.url, ACCESS_TOKEN: service.token },
      },
    ];
    for (const { input, results, env: more = {} } of commands) {
      const script = `${input}\ngrep -o '"verdict": "[a-z]*"' ${results}/report.json | head -1`;
      const shell = { cwd: folder, input: script, env: { ...env, ...more }, extendEnv: false, all: true };
      const { all } = await execa('sh', { ...shell, reject: false });
      expect(all, input).toMatch(/"verdict": "(pass|inconclusive)"$/);
    }
    await service.stop();
  });

  it('are of a kind that the tests know', () => {
    const kinds = Object.keys(run).flatMap((page) =>
      blocksOf(page).map(({ language, words }) => [language, ...words].join(' ')),
    );
    const known = [
      'sh',
      'sh judged',
      'sh fails',
      'sh background',
      'sh clone',
      'sh pods',
      'text output',
      'yaml',
      'yaml contract',
      'groovy',
      'crontab',
    ];
    expect([...new Set(kinds)].filter((kind) => !known.includes(kind))).toEqual([]);
  });

  it('every contract of a page is valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
    const contracts = Object.keys(run).flatMap((page) =>
      blocksOf(page).filter(({ words }) => words.includes('contract')),
    );
    for (const [index, { text }] of contracts.entries()) {
      const file = join(folder, `${index}.yaml`);
      writeFileSync(file, text);
      expect((await loadContract(file, {})).warnings, text).toEqual([]);
    }
    const first = join(folder, '0.yaml');
    const { exitCode, output } = await cli(['contract', 'check', first]);
    expect([exitCode, output]).toEqual([0, `${first} is a valid contract.`]);
    expect(contracts.length).toBeGreaterThan(5);
  });
});

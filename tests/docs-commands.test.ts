import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, vi } from 'vitest';
import { loadContract } from '../cli/contract/read-contract.ts';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { commandsFolder, freshClone, newcomer } from './commands-folder.ts';
import { expectCommandsToWork, longPages, shortPages } from './page-commands.ts';
import { blocksOf, textOf } from './pages.ts';

/** npm waits for the network, and loads wait for their next call. */
vi.setConfig({ maxConcurrency: 3 });

/** The first commands of the README, without what it says of them. */
function commandsOfClone(): string[] {
  const [block] = blocksOf('README.md').filter(({ words }) => words.includes('clone'));
  return (block?.text ?? '').split('\n').map((line) => line.replace(/\s*#.*/, ''));
}

describe.concurrent('the commands', () => {
  it.each(shortPages)('of %s do what the page says', { timeout: 300_000 }, expectCommandsToWork);

  it('of a clone judge the reference service, and npm has nothing to warn of', {
    timeout: 300_000,
  }, async () => {
    const [start = ''] = commandsOfClone();
    const clone = freshClone();
    // Of a median a few calls decide. A busy machine may leave these open; that is no reason for k6 to fail the run.
    writeFileSync(join(clone, 'median.yaml'), 'version: 1\nlatency: { percentile: 50, maxStallMs: 20 }\n');
    const shell = { cwd: clone, env: newcomer(), extendEnv: false, reject: false, all: true } as const;
    // With a shorter load than npm start makes.
    const options = '--embedded --profile quick --duration 2s --within 0 --contract median.yaml';
    const short = start.replace(/npm start$/, `npm run gate -- ${options}`);
    expect(short).not.toBe(start);
    const { exitCode, all } = await execa('bash', ['-c', short], shell);
    expect([0, 3], all).toContain(exitCode);
    expect(all).not.toMatch(/^npm warn/im);
    const [, folder = ''] = /^report +(\S+\/results\/\S+-gate)\/report.html$/m.exec(all) ?? [];
    expect(readFileSync(resolve(clone, folder, 'k6.log'), 'utf8')).not.toContain('marked as failed');
  });

  it('that test a clone are those of CI', () => {
    const [, test = ''] = commandsOfClone();
    expect(test).toMatch(/^npm \w+ && npm test$/);
    expect(textOf('.ci/run').split('\n')).toContain(test);
  });

  it('of Jenkins and cron come to a verdict', { timeout: 100_000 }, async () => {
    const { folder, env } = commandsFolder({ logger: '#!/bin/sh\necho "$@"\n' }, 'smoke');
    const service = await startService({});
    const blocks = blocksOf('docs/how-to/ci.md');
    const [crontab = ''] = blocks.flatMap(({ language, text }) => (language === 'crontab' ? [text] : []));
    const [, jenkins = ''] = /script: '(.*)'\)/.exec(blocks.map(({ text }) => text).join()) ?? [];
    const cron = crontab.replace(/^(\S+ ){6}/gm, '').replace('/etc/', `${folder}/`);
    writeFileSync(
      join(folder, 'service-gate.env'),
      `BASE_URL=${service.url}\nACCESS_TOKEN=${service.token}\n`,
    );
    const commands = [
      { input: cron.replaceAll('/var/lib/service-gate', folder), results: 'results/*' },
      {
        input: jenkins,
        results: 'service-gate',
        env: { BASE_URL: service.url, ACCESS_TOKEN: service.token },
      },
    ];
    for (const { input, results, env: more = {} } of commands) {
      const script = `${input}\ngrep -o '"verdict": "[a-z]*"' ${folder}/${results}/report.json | head -1`;
      const shell = { cwd: folder, input: script, env: { ...env, ...more }, extendEnv: false, all: true };
      const { all } = await execa('sh', { ...shell, reject: false });
      expect(all, input).toMatch(/"verdict": "(pass|inconclusive)"$/);
    }
    await service.stop();
  });

  it('are of a kind that the tests know', () => {
    const kinds = [...shortPages, ...longPages].flatMap((page) =>
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
    const contracts = [...shortPages, ...longPages].flatMap((page) =>
      blocksOf(page).filter(({ words }) => words.includes('contract')),
    );
    for (const [index, { text }] of contracts.entries()) {
      const file = join(folder, `${index}.yaml`);
      writeFileSync(file, text);
      expect((await loadContract(file, {})).warnings, text).toEqual([]);
    }
    const first = join(folder, '0.yaml');
    const { exitCode, output } = await cli(['contract', 'check', first]);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/ is a valid contract\. It declares:\n/)]);
    expect(contracts.length).toBeGreaterThan(5);
  });
});

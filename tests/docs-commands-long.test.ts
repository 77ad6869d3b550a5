import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { startService } from '../service/server.ts';
import { commandsFolder } from './commands-folder.ts';
import { expectCommandsToWork, longPages } from './page-commands.ts';
import { textOf } from './pages.ts';

it.concurrent.each(longPages)(
  'the commands of %s do what the page says',
  {
    timeout: 300_000,
  },
  expectCommandsToWork,
);

it('the commands for GitLab come to a verdict and a ledger', async () => {
  const { folder, env } = commandsFolder({}, 'load');
  const job = parse(textOf('docs/ci/gitlab-ci.yml'))['service-gate'];
  const service = await startService({});
  const variables = { GATE_PACKAGE: job.variables.GATE_PACKAGE, CI_PROJECT_DIR: folder, CI: 'true' };
  const own = { BASE_URL: service.url, ACCESS_TOKEN: service.token };
  const shell = {
    cwd: folder,
    env: { ...env, ...variables, ...own },
    extendEnv: false,
    reject: false,
    all: true,
  };
  const said: (string | undefined)[] = [];
  for (const lines of [job.script, job.after_script])
    said.push((await execa('bash', ['-ec', lines.join('\n')], shell)).all);
  await service.stop();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('service-gate/report.json'), said.join('\n')).toMatch(/"verdict": "(pass|inconclusive)"/);
  expect(read('ledger/ledger.jsonl').trim().split('\n'), said.join('\n')).toHaveLength(1);
});

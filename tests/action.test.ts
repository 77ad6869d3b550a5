import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { runAction } from './action-run.ts';
import { httpService } from './http-service.ts';

/** Keeps its words and its folder, leaves a report with this verdict, and ends with this status. */
const npxThat = (verdict: string | null, status: number) => `#!/usr/bin/env bash
pwd > "$HOME/folder"
ls -A >> "$HOME/folder"
printf '%s\\0' "$@" >> "$HOME/words"
[[ $3 != doctor ]] || { echo '::set-output name=verdict::pass'; echo '\`\`\`'; exit 0; }
until [[ $# -lt 2 || $1 == --out ]]; do shift; done
mkdir -p "$2"
echo '::set-output name=verdict::pass'
echo '# Summary' > "$2/summary.md"
${verdict === null ? '' : `echo '${verdict}' > "$2/report.json"`}
exit ${status}
`;
const reportOf = (verdict: string) => JSON.stringify({ verdict });
const passing = npxThat(reportOf('pass'), 0);

const wordsIn = (machine: string) =>
  existsSync(join(machine, 'words'))
    ? readFileSync(join(machine, 'words'), 'utf8').split('\0').slice(0, -1)
    : [];

/** The commands that a runner obeys: none between a stop and its token. */
function commandsIn(log: string): string[] {
  const commands: string[] = [];
  let token: string | null = null;
  for (const line of log.split('\n').map((text) => text.trim())) {
    if (token !== null && line === `::${token}::`) token = null;
    else if (token === null && /^::stop-commands::/.test(line))
      token = line.slice('::stop-commands::'.length);
    else if (token === null && (/^::/.test(line) || line.includes('##['))) commands.push(line);
  }
  return commands;
}

describe.concurrent('the action', () => {
  const inputs = [
    ...['base-url', 'access-token', 'command', 'profile', 'contract'],
    ...['within', 'advisory', 'version', 'package', 'artifact-name'],
  ];
  const values = [
    '',
    ' ',
    'x\nverdict=pass\n::set-output name=verdict::pass\n##[add-path]/x\n',
    '::set-output name=verdict::pass',
    `'"$(touch "$HOME/done")\`touch "$HOME/done"\`;touch "$HOME/done"`,
    '-rf',
    '../../temp',
  ];

  const usualWords = runAction({ inputs: { version: '1' }, npx: passing }).then(({ machine }) =>
    wordsIn(machine),
  );

  it.each(inputs)('takes the input %s as it is, or refuses it before anything is sent', async (name) => {
    const usual = await usualWords;
    for (const value of values) {
      const job = await runAction({ inputs: { version: '1', [name]: value }, npx: passing });
      const { exitCode, log, outputs, machine, temp, artifact } = job;
      const say = `${JSON.stringify(value)}: ${log}`;
      const words = wordsIn(machine);
      expect([0, 2], say).toContain(exitCode);
      expect(outputs['verdict'], say).toBe(exitCode === 0 ? 'pass' : 'none');
      expect(outputs['exit-status'], say).toBe(String(exitCode));
      expect(existsSync(join(machine, 'done')), say).toBe(false);
      expect(readdirSync(temp), say).toContain('of-the-runner');
      const refused = commandsIn(log);
      expect(refused, say).toEqual(
        exitCode === 0
          ? []
          : [expect.stringMatching(new RegExp(`^::error::The input ${name} must .* Nothing was sent\\.$`))],
      );
      expect(words.length > 0, say).toBe(exitCode === 0);
      expect(artifact === null, say).toBe(exitCode !== 0);
      const more = words.filter((word) => !usual.includes(word) && !word.startsWith(temp));
      expect(more.length, say).toBeLessThan(2);
      if (value === '') expect(exitCode, say).toBe(0);
      if (value === '' && name !== 'version') expect(more, say).toEqual([]);
      for (const { exitCode: other } of job.others) expect(other, say).toBe(0);
    }
  });

  it('hands on what is right, with a contract of the workspace', async () => {
    const given = {
      ...{ 'base-url': 'https://a.example', 'access-token': 'its-token', command: 'load', profile: 'quick' },
      ...{
        contract: 'its contract.yaml',
        within: '15m',
        advisory: 'true',
        version: '^1.2.3-rc.1',
      },
      'artifact-name': 'report (ubuntu, 24) ü',
    };
    const { machine, workspace, outputs, artifact, temp, summary } = await runAction({
      inputs: given,
      npx: passing,
    });
    const { folder = '' } = outputs;
    expect(wordsIn(machine)).toEqual([
      ...['--yes', 'encryption-backup-harness@^1.2.3-rc.1', 'load', '--profile=quick'],
      ...[`--contract=${workspace}/its contract.yaml`, '--within=15m', '--advisory', '--out', folder],
    ]);
    expect(folder).toMatch(new RegExp(`^${temp}/service-gate-[0-9a-f]{32}/report$`));
    expect(artifact).toMatchObject({ name: 'report (ubuntu, 24) ü', path: folder });
    expect(outputs).toEqual({
      ...{
        package: 'encryption-backup-harness@^1.2.3-rc.1',
        'artifact-name': 'report (ubuntu, 24) ü',
        folder,
      },
      ...{ report: `${folder}/report.html`, verdict: 'pass', 'exit-status': '0' },
    });
    expect(summary).toBe('# Summary\n');
    const absolute = await runAction({ inputs: { contract: '/its/contract.yaml' }, npx: passing });
    expect(wordsIn(absolute.machine)).toContain('--contract=/its/contract.yaml');
    const packed = await runAction({
      inputs: { package: 'its harness.tgz' },
      checkout: { 'its harness.tgz': '' },
      npx: npxThat(reportOf('inconclusive'), 3),
    });
    const spec = `file:${packed.workspace}/its harness.tgz`;
    expect(wordsIn(packed.machine).filter((word) => word === spec)).toHaveLength(2);
  });

  it('runs its own version from an empty folder, another one for each use', async () => {
    const [one, other] = [await runAction({ npx: passing }), await runAction({ npx: passing })];
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(wordsIn(one.machine)).toContain(`encryption-backup-harness@${version}`);
    const [place, ...entries] = readFileSync(join(one.machine, 'folder'), 'utf8').split('\n').filter(Boolean);
    expect([place?.startsWith(one.temp), entries]).toEqual([true, []]);
    expect(one.outputs['folder']?.slice(-40)).not.toBe(other.outputs['folder']?.slice(-40));
  });

  const verdicts = { pass: 0, fail: 1, inconclusive: 3 };
  const reports = [null, '{', ...Object.keys(verdicts).map(reportOf)];

  it.each([0, 1, 2, 3, 137])('ends with 1 for a fail alone, if npx ends with %s', async (status) => {
    const jobs = reports.flatMap((report) =>
      report?.startsWith('{"') === true
        ? ['false', 'true'].map((advisory) => ({ report, advisory }))
        : [{ report, advisory: 'false' }],
    );
    for (const { report, advisory } of jobs) {
      const job = await runAction({ inputs: { advisory, version: '1' }, npx: npxThat(report, status) });
      const said = report?.match(/pass|fail|inconclusive/)?.[0] as keyof typeof verdicts | undefined;
      const own = said === undefined ? null : advisory === 'true' ? 0 : verdicts[said];
      const isTrusted = own === status;
      expect(job.exitCode, `${report} ${job.log}`).toBe(isTrusted ? own : status === 2 ? 2 : 4);
      expect(job.outputs['verdict']).toBe(isTrusted ? said : 'none');
      expect(job.outputs['exit-status']).toBe(String(job.exitCode));
      expect(job.others.map((one) => one.exitCode)).toEqual(job.others.map(() => 0));
    }
  });

  it('shows what doctor says of an inconclusive run, whose words command nothing', async () => {
    const { others, summary } = await runAction({ npx: npxThat(reportOf('inconclusive'), 3) });
    expect(others).toHaveLength(2);
    expect(others[1]?.log).toContain('::set-output name=verdict::pass');
    expect(others.flatMap(({ log }) => commandsIn(log))).toEqual([]);
    expect(summary).toBe('# Summary\n### doctor\n\n    ::set-output name=verdict::pass\n    ```\n');
  });

  it('ends with 4 where it cannot write, and no later step fails', async () => {
    const full = await runAction({ npx: passing, isDiskFull: true });
    expect([full.exitCode, ...full.others.map(({ exitCode }) => exitCode)]).toEqual([4, 0]);
    const missing = await runAction({ npx: passing, env: { RUNNER_TEMP: '/dev/null' } });
    expect([missing.exitCode, missing.outputs['verdict']]).toEqual([4, 'none']);
    const nameless = await runAction({ npx: passing, env: { GITHUB_ACTION_PATH: '/dev/null' } });
    expect([nameless.exitCode, nameless.outputs['verdict']]).toEqual([4, 'none']);
    expect(wordsIn(nameless.machine)).toEqual([]);
  });

  it('has what is wrong with other inputs said by the command line, before anything is sent', async () => {
    const npx = `#!/usr/bin/env bash\nshift 2; exec node '${resolve('cli/bin.mjs')}' "$@"\n`;
    let requests = 0;
    const service = await httpService((_, response) => {
      requests += 1;
      response.end();
    });
    const right = { 'base-url': service.url, 'access-token': 'a-token-of-24-characters' };
    for (const wrong of [
      { 'base-url': 'x\ny' },
      { 'access-token': '' },
      { profile: '--help' },
      { within: '--help' },
    ]) {
      const { exitCode, outputs, log } = await runAction({ inputs: { ...right, ...wrong }, npx });
      expect([exitCode, outputs['verdict']], `${JSON.stringify(wrong)} ${log}`).toEqual([2, 'none']);
    }
    await service.stop();
    expect(requests).toBe(0);
  });

  it('runs with npm in a checkout that asks for pnpm, and says when npx itself ended with 1', async () => {
    const registry = await registryOf(`#!/usr/bin/env bash
while [[ $1 != --out ]]; do shift; done
mkdir -p "$2"; echo '{"verdict":"fail"}' > "$2/report.json"
exit 1
`);
    const pnpm = { packageManager: { name: 'pnpm', version: '11.0.0', onFail: 'error' } };
    const checkout = { 'package.json': JSON.stringify({ name: 'checkout', devEngines: pnpm }) };
    const env = { npm_config_registry: registry.url, npm_config_update_notifier: 'false' };
    const judged = await runAction({ checkout, env });
    expect([judged.exitCode, judged.outputs['verdict']], judged.log).toEqual([1, 'fail']);
    const refused = await runAction({ checkout, env, inputs: { version: '9.9.9' } });
    await registry.stop();
    const packed = await runAction({ checkout, env, inputs: { package: registry.packed } });
    expect([packed.exitCode, packed.outputs['verdict']], packed.log).toEqual([1, 'fail']);
    expect([refused.exitCode, refused.outputs['verdict']], refused.log).toEqual([4, 'none']);
    expect(commandsIn(refused.log)).toEqual([
      expect.stringMatching(/^::error::No verdict: there is no report\.json\./),
    ]);
  });
});

/** A package registry in which this program is the only version of the harness. `packed`: its file. */
async function registryOf(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const name = 'encryption-backup-harness';
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bin = { [name]: 'bin.sh' };
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name, version, bin }));
  writeFileSync(join(folder, 'package', 'bin.sh'), program);
  execaSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  const archive = readFileSync(join(folder, 'package.tgz'));
  const registry = await httpService(({ url }, response) => {
    if (url === '/package.tgz') response.end(archive);
    else if (url === `/${name}`) {
      const dist = { tarball: `${registry.url}/package.tgz` };
      const one = { name, version, bin, dist };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: one } }));
    } else response.writeHead(404).end('{}');
  });
  return Object.assign(registry, { packed: join(folder, 'package.tgz') });
}

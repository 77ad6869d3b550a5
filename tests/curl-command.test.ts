import { execa } from 'execa';
import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { nodeRun } from './k6-run.ts';

const token = 'canary-T0ken-with_chars-7302915846';

it('the curl command of a finding repeats its case, with the altered token, and no case of another token', async () => {
  const service = await startService({ token, variants: ['auth-made-up-admitted-same-length'] });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: token, PROFILE: 'quick', SEED: '3' };
  const { report, output } = await nodeRun('conformance', env);
  const failed = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
  expect(
    failed.map(({ check }) => check),
    output,
  ).toEqual(['auth-made-up-refused']);
  // What a guard does every time is not said to come and go.
  const evidence = report?.findings.flatMap(({ causes }) => causes.flatMap((cause) => cause.evidence)) ?? [];
  const resent = evidence.flatMap((one) => one.resent ?? []);
  expect(resent.length, output).toBeGreaterThan(5);
  expect(resent.filter(({ times, again }) => again < times)).toEqual([]);
  const { curl = '', variety = '' } = failed[0]?.causes[0]?.evidence[0] ?? {};
  const [published, ours] = ['npx encryption-backup-harness@1', 'node cli/bin.mjs'];
  expect(curl).toMatch(
    /^WRONG_TOKEN=\$\(npx \S+ token \d+ --seed 3\) && curl .* -H "Authorization: Bearer \$WRONG_TOKEN" /,
  );
  // Where the command that makes the token is not there, nothing is sent that would be refused.
  const gone = await execa('sh', ['-c', curl.replace(published, 'false')], { reject: false });
  expect([gone.exitCode, gone.stdout]).toEqual([1, '']);
  const answerTo = (ACCESS_TOKEN: string) =>
    execa('sh', ['-c', curl.replace(published, ours)], { env: { ACCESS_TOKEN }, timeout: 20_000 });
  const { stdout, stderr } = await answerTo(token);
  expect(stdout).toMatch(/^HTTP\/1.1 200 /);
  expect(stderr).toContain(variety.split(',')[0]);
  expect((await answerTo(`another-${token}`)).stdout).toMatch(/^HTTP\/1.1 401 /);
  await service.stop();
});

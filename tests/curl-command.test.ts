import { execa } from 'execa';
import { expect, it } from 'vitest';
import { readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';

const token = 'canary-T0ken-with_chars-7302915846';

it('the curl command of a finding repeats its case, with the altered token, and no case of another token', async () => {
  const service = await startService({ token, variants: ['auth-made-up-admitted-cut-short'] });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: token };
  const { folder, output } = await cli(['conformance', '--profile', 'quick', '--seed', '3'], { env });
  const { findings } = readReport(filesIn(folder)['report.json'] ?? '');
  const failed = findings.filter(({ verdict }) => verdict === 'fail');
  expect(
    failed.map(({ check }) => check),
    output,
  ).toEqual(['auth-made-up-refused']);
  const { curl = '', variety = '' } = failed[0]?.causes[0]?.evidence[0] ?? {};
  expect(curl).toMatch(/ -H "Authorization: Bearer \$\(node cli\/bin\.mjs token \d+ --seed 3\)" /);
  const answerTo = (ACCESS_TOKEN: string) =>
    execa('sh', ['-c', curl], { env: { ACCESS_TOKEN }, timeout: 20_000 });
  const { stdout, stderr } = await answerTo(token);
  expect(stdout).toMatch(/^HTTP\/1.1 200 /);
  expect(stderr).toContain(variety.split(',')[0]);
  expect((await answerTo(`another-${token}`)).stdout).toMatch(/^HTTP\/1.1 401 /);
  await service.stop();
});

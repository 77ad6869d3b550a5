import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

const short = ['--profile', 'quick', '--rate', '40', '--duration', '2s', '--retry-pause', '1s'];

it.concurrent('an inconclusive run is made again, all tries are kept and shown, and each spends its part of the error', async ({
  expect,
}) => {
  const service = await startService({ token: canary });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const out = mkdtempSync(join(tmpdir(), 'retry-'));
  const run = await cli(['load', ...short, '--retry-inconclusive', '1', '--advisory', '--out', out], { env });
  await service.stop();
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('ADVISORY RUN');
  expect(run.output).toContain('Try 1 was inconclusive');
  const [first, last] = ['try-1', '.'].map((folder) => {
    const [report, facts] = ['report.json', 'facts.json'].map((name) =>
      JSON.parse(readFileSync(join(out, folder, name), 'utf8')),
    );
    return { report, facts };
  });
  expect([first?.report.verdict, last?.report.verdict]).toEqual(['inconclusive', 'inconclusive']);
  expect(last?.report.run.tries).toEqual([
    { id: first?.report.run.id, startedAt: first?.report.run.startedAt, reason: first?.report.reason },
  ]);
  expect(last?.report.run.id).not.toBe(first?.report.run.id);
  expect(last?.report.run.seed).not.toBe(first?.report.run.seed);
  // The time of the load was given: it may not go on.
  for (const one of [first, last]) expect(one?.facts.plan.loads).toMatchObject({ tries: 2, most: 1 });
  const again = await cli(['report', out]);
  expect(
    [again.exitCode, JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).run.advisory],
    again.output,
  ).toEqual([3, true]);
});

it.concurrent('a fail and a run without verdict are not made again, and advisory hides the fail alone', async ({
  expect,
}) => {
  const broken = await startService({ token: canary, variants: ['user-id-no-prefix'] });
  const env = { BASE_URL: broken.url, ACCESS_TOKEN: canary };
  const args = ['load', ...short, '--retry-inconclusive', '2', '--advisory'];
  const failed = await cli(args, { env });
  await broken.stop();
  expect([failed.exitCode, failed.output.includes('Try 1')], failed.output).toEqual([0, false]);
  expect(JSON.parse(filesIn(failed.folder)['report.json'] ?? '').verdict).toBe('fail');
  const down = await cli(args, { env });
  expect([down.exitCode, down.output.includes('Try 1')], down.output).toEqual([4, false]);
});

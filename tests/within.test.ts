import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { startService } from '../service/server.ts';
import { cli, reportIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

function contractWith(latency: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'within-')), 'contract.yaml');
  writeFileSync(file, `version: 1\nlatency: { limitMs: 5000, maxStallMs: 10, ${latency} }\n`);
  return file;
}

it.concurrent('a run begins again while the service starts, in its own folder, and says so', async ({
  expect,
}) => {
  const starting = await startService({ token: canary, variants: ['maintenance'] });
  const started = { service: starting };
  const args = ['load', '--profile', 'quick', '--duration', '2s', '--within', '2m'];
  const run = await cli([...args, '--contract', contractWith('percentile: 50')], {
    env: { BASE_URL: starting.url, ACCESS_TOKEN: canary },
    onStart: ({ all }) => {
      all.on('data', async (text) => {
        if (!String(text).includes('begins again') || started.service !== starting) return;
        started.service = await starting
          .stop()
          .then(() => startService({ token: canary, port: starting.port }));
      });
    },
  });
  await started.service.stop();
  expect(run.output).toMatch(
    /HTTP 503.*may be starting, so all of it begins again in 10\ss, at most 1\smin \d+\ss left\./,
  );
  const report = reportIn(run.folder);
  expect([0, 3], run.output).toContain(run.exitCode);
  expect(report.load, run.output).not.toBeNull();
  expect(report.run.waited).toEqual({ ms: expect.any(Number), reason: expect.stringContaining('HTTP 503') });
  expect(report.run.waited?.ms).toBeGreaterThan(10_000);
  expect(run.output).toContain('because at first: Not enough successful calls');
  expect(existsSync(join(run.folder, 'try-1'))).toBe(false);
});

it.concurrent('an interrupt while a run waits for the service ends it at once, without a verdict', async ({
  expect,
}) => {
  const service = await startService({ token: canary, variants: ['maintenance'] });
  const run = await cli(['load', '--profile', 'quick'], {
    env: { BASE_URL: service.url, ACCESS_TOKEN: canary },
    onStart: (running) => {
      running.all.on('data', (text) => String(text).includes('begins again') && running.kill('SIGINT'));
    },
  });
  await service.stop();
  expect(run.exitCode, run.output).toBe(4);
  expect(run.output.match(/begins again/g)).toHaveLength(1);
  const { completeness } = reportIn(run.folder).run;
  expect([completeness, reportIn(run.folder).reason]).toEqual(['interrupted', 'The run was interrupted.']);
});

it.concurrent('a load that lacks calls to the end ends in time, and says that no other fits', async ({
  expect,
}) => {
  const startedMs = performance.now();
  const args = ['load', '--embedded', '--profile', 'quick', '--rate', '320', '--duration', '4s'];
  const run = await cli([...args, '--within', '55s', '--contract', contractWith('percentile: 99.5')]);
  expect(performance.now() - startedMs).toBeLessThan(55_000);
  expect(run.exitCode, run.output).toBe(3);
  // Of a load that other programs disturbed so few calls may count that no number of loads would do.
  const isDisturbed = run.output.includes('Other programs disturbed');
  const noRoom = /ends here: another load takes \d+\ss, and less is left of 55\ss/;
  expect(run.output).toMatch(isDisturbed ? /the run ends here/i : noRoom);
  if (isDisturbed) return;
  expect(run.output).toMatch(/So the load goes on for \d+\ss: load 2, at most \d+\ss left\./);
  expect(run.output).toMatch(/times longer: allow more time \(--within\)/);
});

it.concurrent('a fail and a run without verdict end at once, and advisory hides the fail alone', async ({
  expect,
}) => {
  const broken = await startService({ token: canary, variants: ['user-id-no-prefix'] });
  const env = { BASE_URL: broken.url, ACCESS_TOKEN: canary };
  const args = ['load', '--profile', 'quick', '--duration', '2s', '--within', '6m', '--advisory'];
  const failed = await cli(args, { env });
  await broken.stop();
  const again = /begins again|goes on/;
  expect([failed.exitCode, again.test(failed.output)], failed.output).toEqual([0, false]);
  expect(failed.output).toContain('ADVISORY RUN');
  expect(reportIn(failed.folder).verdict).toBe('fail');
  const down = await cli(args, { env });
  expect([down.exitCode, again.test(down.output)], down.output).toEqual([4, false]);
});

import { expect, it } from 'vitest';
import { readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

it('breakpoint holds each rate, and says what was kept at it', { retry: 2 }, async () => {
  const service = await startService({ token: canary, variants: ['encrypt-rate-limit'] });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const args = ['breakpoint', '--profile', 'quick', '--rate', '60', '--duration', '20s'];
  const run = await cli(args, { env }).finally(() => service.stop());
  const { endpoints, load } = readReport(filesIn(run.folder)['report.json'] ?? '');
  expect(load?.offeredRate, run.output).toBe(228);
  const of = (wanted: string) => endpoints.find(({ name }) => name === wanted)?.capacity;
  const rates = [30, 60, 90, 120, 180, 240, 300, 360, 420, 480];
  expect(of('user')?.levels.map(({ rate }) => rate)).toEqual(rates);
  for (const { rate, requests, dropped } of of('user')?.levels ?? []) {
    expect(requests + 12, run.output).toBeGreaterThan(rate * 2 * 0.25 * 0.6);
    expect(dropped).toBeLessThanOrEqual(requests);
  }
  expect(of('encrypt')).toMatchObject({ keptAt: null });
  expect(of('encrypt')?.brokenAt, run.output).toBeLessThan(180);
  expect(of('user')?.brokenAt ?? Number.POSITIVE_INFINITY, run.output).toBeGreaterThan(180);
  expect(of('backup')).toBeUndefined();
  expect(run.output).toContain('broken from');
});

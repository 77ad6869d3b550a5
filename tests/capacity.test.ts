import { expect, it } from 'vitest';
import { reportedRun } from './cli-run.ts';

it('breakpoint holds each rate, and says what was kept at it', { retry: 2 }, async () => {
  const args = ['breakpoint', '--profile', 'quick', '--rate', '60', '--duration', '20s'];
  const { report, output } = await reportedRun(args, ['encrypt-rate-limit']);
  const { endpoints, load } = report;
  expect(load?.offeredRate, output).toBe(228);
  const of = (wanted: string) => endpoints.find(({ name }) => name === wanted)?.capacity;
  const rates = [30, 60, 90, 120, 180, 240, 300, 360, 420, 480];
  expect(of('user')?.levels.map(({ rate }) => rate)).toEqual(rates);
  for (const { rate, requests, dropped } of of('user')?.levels ?? []) {
    expect(requests + 12, output).toBeGreaterThan(rate * 2 * 0.25 * 0.6);
    expect(dropped).toBeLessThanOrEqual(requests);
  }
  expect(of('encrypt')).toMatchObject({ keptAt: null });
  expect(of('encrypt')?.brokenAt, output).toBeLessThan(180);
  expect(of('user')?.brokenAt ?? Number.POSITIVE_INFINITY, output).toBeGreaterThan(180);
  expect(of('backup')).toBeUndefined();
  expect(output).toContain('broken from');
});

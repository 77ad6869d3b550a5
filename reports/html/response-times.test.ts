import { expect, it } from 'vitest';
import { failingReport } from '../failing-fixture.ts';
import { renderHtml } from './html.ts';

it('counts the slow calls of the time that decides, where some was left out', () => {
  const report = failingReport();
  const endpoints = report.endpoints.map(({ share_under_limit, share_under_limit_interval, ...result }) => ({
    ...result,
    share_under_limit,
    share_under_limit_interval,
    latency: {
      ...result.latency,
      slowCalls: [
        { what: '20 ms or longer', count: 70 },
        { what: 'not answered', count: 7 },
      ],
      quiet: {
        share_under_limit,
        share_under_limit_interval,
        requests: 777,
        slow: 77,
        seconds: 9,
        leftOut: { seconds: 4, requests: 333, slow: 99 },
      },
    },
  }));
  const page = renderHtml({ ...report, endpoints });
  const [, table = ''] = /Slow calls by kind([\s\S]*?)<\/table>/.exec(page) ?? [];
  const rows = table.split('<tr>').slice(2);
  expect(rows).toHaveLength(endpoints.length);
  for (const row of rows)
    expect(row.match(/(?<=<td[^>]*>)\d+(?=<)|(?<=<td[^>]*>)\d+$/gm)?.map(Number)).toEqual([777, 77, 70, 7]);
  expect(page).toContain('Of the time that other programs did not disturb.');
});

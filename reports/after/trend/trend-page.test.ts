import { expect, it } from 'vitest';
import { hostileTexts } from '../../hostile-fixture.ts';
import { eventfulHistory, history } from './history-fixture.ts';
import { renderTrend, reportLink, trendOf } from './trend.ts';

it('names each run with its verdict, its series and a link to its report', () => {
  const runs = eventfulHistory();
  const page = renderTrend(trendOf(runs));
  for (const { folder } of runs) expect(page).toContain(`href="${folder}/report.html"`);
  const rows = page.slice(page.lastIndexOf('<tbody>')).split('<tr>').slice(1);
  expect(rows).toHaveLength(20);
  expect(rows[0]).toContain('2026-01-24\u00a003:00:00\u00a0UTC');
  expect(rows[0]).toContain('href="#series-2"');
  expect(rows[12]).toMatch(/href="#series-1".*Fail/);
  expect(rows[10]).toContain('No verdict');
  expect(page).toContain('Series 2: gate of https://other.example');
});

it('shows the newest run beside those before', () => {
  const page = renderTrend(trendOf(history(12)));
  expect(page).toMatch(/2\.11\u00a0ms<\/strong>.*2\.01\u00a0ms to 2\.1\u00a0ms/);
  expect(page.match(/<svg class="chart spark"/g)).toHaveLength(11);
});

it('shows hostile texts as texts, and stays small', () => {
  const runs = history(12, (index) => ({
    reason: hostileTexts[index] ?? '',
    tool: { name: '<b>', version: '"' },
  }));
  const skipped = hostileTexts.map((text) => ({ folder: text, reason: text }));
  const page = renderTrend(trendOf(runs), skipped);
  expect(page).not.toMatch(/<img|<b>|<script|\u202e/);
  expect(Buffer.byteLength(page)).toBeLessThan(50_000);
});

it.each([
  ['.', './report.html'],
  ['../runs/a b', '../runs/a%20b/report.html'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)/report.html'],
  ['"><b>&', '%22%3E%3Cb%3E%26/report.html'],
])('leads to the folder %j by %s', (folder, link) => {
  expect(reportLink(folder)).toBe(link);
});

it('is a page where no run was under load too', () => {
  expect(renderTrend(trendOf(history(2, () => ({ endpoints: [] }))))).toContain('No run of this series');
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { eventfulHistory, history } from '../history-fixture.ts';
import { trendOf } from '../trend.ts';
import { reportLink } from './links.ts';
import { renderTrend } from './page.ts';
import { trendCss, trendCssHash } from './style.ts';
import { shiftRange, shiftValue } from './words.ts';

describe('the page of sixty runs', () => {
  const runs = eventfulHistory();
  const page = renderTrend(trendOf(runs));

  it('is small, and the same each time', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(200_000);
    expect(renderTrend(trendOf(eventfulHistory()))).toBe(page);
  });

  it('leads from every point, sign and row to the report of its run', () => {
    for (const { folder } of runs) {
      const links = page.split(`href="${folder}/report.html"`).length - 1;
      expect(links).toBeGreaterThanOrEqual(4 + 4 + 1 + 1);
    }
  });

  it('has a table behind each chart', () => {
    expect(page.split('<svg class="chart"').length - 1).toBe(4);
    expect(page.split('<summary>Numbers of').length - 1).toBe(4);
  });

  it('states the method with its error rate', () => {
    expect(page).toContain('59 complete runs');
    expect(page).toMatch(/of a hundred pages .* at most one shows a change/);
  });

  it('says first how the newest run ended and what became worse', () => {
    expect(page).toContain('Newest run: pass');
    expect(page).toMatch(
      /encrypt: fewer calls are under the limit since 2026-02-12 03:00.UTC: −0\.\d\d points/,
    );
  });
});

it('allows its own style and no other', () => {
  expect(trendCssHash).toBe(`sha256-${createHash('sha256').update(trendCss).digest('base64')}`);
  const allowed = /style-src ([^;]+);/.exec(renderTrend(trendOf([])).replaceAll('&#39;', "'"))?.[1];
  expect(allowed?.split(' ')).toEqual([expect.stringMatching(/^'sha256-/), `'${trendCssHash}'`]);
});

it.each([
  ['.', 'report.html'],
  ['../runs/a b', '../runs/a%20b/report.html'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)/report.html'],
  ['"><b>&', '%22%3E%3Cb%3E%26/report.html'],
  ['//host', 'host/report.html'],
  ['\ud800', '%EF%BF%BD/report.html'],
])('leads to the folder %j by %s', (folder, link) => {
  expect(reportLink({ folder })).toBe(link);
});

it('shows hostile texts as texts', () => {
  const runs = history({
    runs: 4,
    overrides: (index) => ({ reason: hostileTexts[index] ?? '', tool: { name: '<b>', version: '"' } }),
  });
  const skipped = hostileTexts.map((text) => ({ folder: text.slice(0, 300), reason: text }));
  const page = renderTrend(trendOf(runs, skipped));
  expect(page).not.toContain('<img');
  expect(page).not.toContain('<b>');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('\u202e');
  expect(Buffer.byteLength(page)).toBeLessThan(60_000);
});

it('is a page without any run too', () => {
  expect(renderTrend(trendOf([]))).toContain('Newest run: no verdict');
});

it('says that a few runs are too few', () => {
  expect(renderTrend(trendOf(history({ runs: 8 })))).toContain(
    '8 runs are too few to tell a change from noise',
  );
});

it.each([
  ['p95', { value: 1.224, lower: 1.18, upper: 1.2712 }, '+22.4\u00a0%', '+18.0\u00a0% to +27.1\u00a0%'],
  ['p50', { value: 0.9, lower: null, upper: null }, '−10.0\u00a0%', ''],
  ['share', { value: -0.002, lower: -0.0027, upper: 0 }, '−0.20 points', '−0.27 to ±0.0000'],
] as const)('words a shift of %s', (figure, shift, value, range) => {
  expect(shiftValue({ figure, shift })).toBe(value);
  expect(shiftRange({ figure, shift })).toBe(range);
});

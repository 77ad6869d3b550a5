import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileTexts } from '../../reports/fixtures/hostile.ts';
import { eventfulHistory, history } from '../../reports/trend/history-fixture.ts';
import { renderTrend } from '../../reports/trend/html/page.ts';
import { trendOf } from '../../reports/trend/trend.ts';

/** A trend of every kind, by name. */
export const trends: Readonly<Record<string, () => string>> = {
  eventful: () => renderTrend(trendOf(eventfulHistory(), [{ folder: 'old', reason: 'no report.json' }])),
  few: () => renderTrend(trendOf(history({ runs: 5 }))),
  many: () => renderTrend(trendOf(history({ runs: 100 }))),
  slow: () => renderTrend(trendOf(history({ runs: 20, factor: () => 6 }))),
  empty: () => renderTrend(trendOf([])),
  hostile: () => renderTrend(hostileTrend()),
};

function hostileTrend() {
  const runs = history({
    runs: 6,
    overrides: (index) => ({
      reason: hostileTexts[index] ?? '',
      tool: { name: hostileTexts[0] ?? '', version: hostileTexts[5] ?? '' },
    }),
  });
  const named = runs.map((run, index) => ({ ...run, folder: hostileTexts[index] ?? '' }));
  return trendOf(
    named,
    hostileTexts.map((text) => ({ folder: text.slice(0, 500), reason: text })),
  );
}

export interface TrendPages {
  readonly urlOf: (name: string) => string;
  /** Every path that was asked for, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** Serves every trend page under its name, and remembers everything that a browser asks of it. */
export async function serveTrendPages(): Promise<TrendPages> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const render = trends[path.split('/')[1] ?? ''];
    const isPage = render !== undefined && path.split('/').length === 3 && path.endsWith('/');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? render() : '<title>a report</title>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}/`,
    asked,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

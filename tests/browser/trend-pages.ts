import { hostileTexts } from '../../reports/fixtures/hostile.ts';
import { eventfulHistory, history } from '../../reports/trend/history-fixture.ts';
import { renderTrend } from '../../reports/trend/html/page.ts';
import { trendOf } from '../../reports/trend/trend.ts';
import { type ServedPages, servePages } from './served-pages.ts';

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

/** Every trend page in a folder of its name; the pages it links to hold nothing. */
export function serveTrendPages(): Promise<ServedPages> {
  return servePages((path) => {
    const [, name = '', page] = path.split('/');
    return page === '' ? (trends[name]?.() ?? '') : '<title>a report</title>';
  });
}

import { eventfulHistory, history } from '../../reports/after/trend/history-fixture.ts';
import { renderTrend, trendOf } from '../../reports/after/trend/trend.ts';
import { hostileTexts } from '../../reports/hostile-fixture.ts';
import { type ServedPages, servePages } from './served-pages.ts';

/** A trend of every kind, by name. */
export const trends: Readonly<Record<string, () => string>> = {
  eventful: () => renderTrend(trendOf(eventfulHistory()), [{ folder: 'old', reason: 'no report.json' }]),
  many: () => renderTrend(trendOf(history(200))),
  hostile: () => {
    const runs = history(6, (index) => ({ reason: hostileTexts[index] ?? '' }));
    const named = runs.map((run, index) => ({ ...run, folder: hostileTexts[index] ?? '' }));
    const skipped = hostileTexts.map((text) => ({ folder: text, reason: text }));
    return renderTrend(trendOf(named), skipped);
  },
};

/** Every trend page in a folder of its name; the pages it links to hold nothing. */
export function serveTrendPages(): Promise<ServedPages> {
  return servePages((path) => {
    const [, name = '', page] = path.split('/');
    return page === '' ? (trends[name]?.() ?? '') : '<title>a report</title>';
  });
}

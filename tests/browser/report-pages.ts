import { reports } from '../../reports/every-report-fixture.ts';
import { renderHtml } from '../../reports/html/html.ts';
import { type ServedPages, servePages } from './served-pages.ts';

/** The page of every sample report, under its name. */
export function serveReportPages(): Promise<ServedPages> {
  return servePages((path) => {
    const report = reports[path.slice(1)];
    return report === undefined ? '' : renderHtml(report());
  });
}

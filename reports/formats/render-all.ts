import type { Facts } from '../facts.ts';
import { renderHtml } from '../html/html.ts';
import { type Report, renderJson } from '../report.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderBadge, renderLoadPerformance, renderPrometheus } from './other-formats.ts';

const renderers: Readonly<Record<string, (report: Report) => string>> = {
  'report.html': renderHtml,
  'report.json': renderJson,
  'junit.xml': renderJunit,
  'summary.md': renderMarkdown,
  'badge.svg': renderBadge,
  'metrics.prom': renderPrometheus,
  'load-performance.json': renderLoadPerformance,
};

/** The files of a run folder that hold the run's facts and its verdict. */
export const reportFiles: readonly string[] = ['facts.json', ...Object.keys(renderers)];

/** Every file of a run folder by its path, as k6's handleSummary returns them; facts.json only if there are facts. */
export function renderAll(report: Report, facts: Facts | null, folder: string): Record<string, string> {
  const rendered = Object.entries(renderers).map(([name, render]) => [`${folder}/${name}`, render(report)]);
  return {
    ...Object.fromEntries(rendered),
    ...(facts === null ? {} : { [`${folder}/facts.json`]: `${JSON.stringify(facts)}\n` }),
  };
}

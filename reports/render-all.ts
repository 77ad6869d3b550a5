import { renderBadge } from './badge.ts';
import type { Facts } from './facts.ts';
import { renderHtml } from './html/html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderLoadPerformance } from './load-performance.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPrometheus } from './prometheus.ts';
import type { Report } from './report.ts';
import { renderTerminal } from './terminal.ts';

export interface RenderOptions {
  readonly folder: string;
  /** Also say it in the terminal: plain k6 has nobody else to do so. */
  readonly toTerminal: boolean;
  readonly colour: boolean;
}

/** Every file of a run folder (facts.json only where the facts are given), by path, as k6's handleSummary hands them over. */
export function renderAll(
  report: Report,
  facts: Facts | null,
  { folder, toTerminal, colour }: RenderOptions,
): Record<string, string> {
  return {
    [`${folder}/report.html`]: renderHtml(report),
    [`${folder}/report.json`]: renderJson(report),
    ...(facts === null ? {} : { [`${folder}/facts.json`]: `${JSON.stringify(facts)}\n` }),
    [`${folder}/junit.xml`]: renderJunit(report),
    [`${folder}/summary.md`]: renderMarkdown(report),
    [`${folder}/badge.svg`]: renderBadge(report),
    [`${folder}/metrics.prom`]: renderPrometheus(report),
    [`${folder}/load-performance.json`]: renderLoadPerformance(report),
    ...(toTerminal ? { stdout: renderTerminal(report, { colour, folder }) } : {}),
  };
}

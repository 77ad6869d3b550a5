import { hidden } from './escape.ts';
import type { Report } from './report.ts';

const unsafe = new RegExp(`[<>&${hidden}]`, 'g');

/** The content of report.json: equal reports give equal bytes in every engine, one line to each item of a list. */
export function renderJson(report: Report): string {
  const fields = Object.entries(report).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${fieldJson(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

function fieldJson(value: Report[keyof Report]): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/**
 * The report as it may stand inside a script element, without what `readReport` can fill in again: the sentences of
 * the document. Where it is longer than `room`, it goes without the series behind the charts too: their tables have them.
 */
export function embeddedJson(report: Report, room: number): string {
  const lean: Report = {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, sentence: '' })),
    clauses: [],
  };
  const json = inScript(lean);
  if (json.length <= room) return json;
  return inScript({
    ...lean,
    endpoints: lean.endpoints.map((endpoint) => ({ ...endpoint, histogram: [], timeline: [] })),
  });
}

function inScript(report: Report): string {
  return JSON.stringify(report).replace(unsafe, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

import type { Report } from './report.ts';

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

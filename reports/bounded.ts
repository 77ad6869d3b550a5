import { cut } from '../checks/json-body.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { counted } from '../checks/wording.ts';
import type { Finding, Observation, Report } from './report.ts';

/** How much of a list is shown. */
const most = { causes: 10, evidence: 5, contested: 5, errors: 20, observations: 40, values: 20 } as const;

/** How many characters of a text are shown, by its field. A command that is cut does not run. */
const widths: ReadonlyMap<string, number> = new Map([
  ['value', 200],
  ['cause', 200],
  ['expected', 500],
  ['actual', 500],
  ['excerpt', 500],
  ['example', 500],
  ['reason', 600],
  ['text', 600],
  ['explanation', 600],
  ['curl', 1200],
]);

/**
 * The report as far as it is shown, whatever the service answered. Counts stay exact: what is left out is counted in a
 * last row of its list.
 */
export function bounded(report: Report): Report {
  const { reason, causes, findings, observations, errors } = report;
  return {
    ...report,
    ...(shortened({
      reason,
      causes: causes.slice(0, most.causes),
      findings: findings.map(boundFinding),
      observations: observations.slice(0, most.observations).map(boundValues),
      errors: withOthers(errors, most.errors, { endpoint: '', example: '' }),
    }) as Partial<Report>),
  };
}

function shortened(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return cut(value, widths.get(field) ?? value.length);
  if (Array.isArray(value)) return value.map((item) => shortened(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, key)]));
}

function boundFinding(finding: Finding): Finding {
  const causes = finding.causes.map((one) => ({ ...one, evidence: one.evidence.slice(0, most.evidence) }));
  return {
    ...finding,
    causes: withOthers(causes, most.causes, { expected: '', actual: '', evidence: [] }),
    contested: finding.contested.slice(0, most.contested),
  };
}

function boundValues(row: Observation): Observation {
  const values = row.values.slice(0, most.values);
  return { ...row, values, more: row.more + row.values.length - values.length };
}

/** The first rows, and one for the others: with their number and count, and nothing else. */
function withOthers<Row extends { readonly cause: string; readonly count: number }>(
  rows: readonly Row[],
  shown: number,
  empty: Omit<Row, 'cause' | 'count'>,
): readonly Row[] {
  const others = rows.slice(shown);
  if (others.length === 0) return rows;
  const cause = counted(others.length, 'other cause');
  const row = { ...empty, cause, count: sumOf(others, ({ count }) => count) } as Row;
  return [...rows.slice(0, shown), row];
}

/** The first blocks that have at most so many characters together, and how many more there are. */
export function firstBlocks(blocks: readonly string[], characters: number) {
  let left = characters;
  const shown = blocks.filter((block) => {
    left -= block.length;
    return left >= 0;
  });
  return { shown, more: blocks.length - shown.length };
}

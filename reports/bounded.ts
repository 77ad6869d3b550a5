import { cut } from '../checks/json-body.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { counted } from '../checks/wording.ts';
import type { FindingCause, Report } from './report.ts';

const mostValues = 20;

/**
 * The most items of a list and characters of a text, by field. A cut command does not run: `reproduce` has no limit, and `curl` is far
 * shorter than its own.
 */
const limits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ causes: 10, evidence: 5, contested: 5, errors: 20, observations: 40, values: mostValues },
    ...{ value: 200, cause: 200, expected: 500, actual: 500, excerpt: 500, example: 500 },
    ...{ reason: 600, text: 600, explanation: 600, curl: 10_000 },
  }),
);

/** Limits what is shown of a report, whatever the service answered. Counts stay exact: the last row of a list counts the omitted items. */
export function bounded(report: Report): Report {
  const observations = report.observations.map((row) => ({
    ...row,
    more: row.more + Math.max(0, row.values.length - mostValues),
  }));
  return shortened({ ...report, observations }) as Report;
}

function shortened(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return cut(value, limits.get(field) ?? value.length);
  if (Array.isArray(value)) return firstItems(value, field).map((item) => shortened(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, key)]));
}

/** The first items, and a row with only the number and total count of the other causes. */
function firstItems(items: readonly unknown[], field: string): readonly unknown[] {
  const shown = limits.get(field) ?? items.length;
  const others = items.slice(shown).filter(isCounted);
  if (others.length === 0) return items.slice(0, shown);
  const nothing = { endpoint: '', example: '', curl: '', expected: '', actual: '', evidence: [] };
  const cause = `${counted(others.length, 'other cause')}, named in facts.json`;
  return [...items.slice(0, shown), { ...nothing, cause, count: sumOf(others, ({ count }) => count) }];
}

function isCounted(item: unknown): item is Pick<FindingCause, 'cause' | 'count'> {
  return typeof item === 'object' && item !== null && 'cause' in item && 'count' in item;
}

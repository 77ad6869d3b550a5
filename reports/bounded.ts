import { cut } from '../checks/json-body.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { counted } from '../checks/wording.ts';
import type { ErrorGroup, Finding, FindingCause, Observation, Report } from './report.ts';

/** How much of a list is shown. */
const most = { causes: 10, evidence: 5, contested: 5, errors: 20, observations: 40, values: 20 } as const;

/** How many characters of a text are shown. A command that is cut does not run. */
const width = { name: 200, text: 500, sentence: 600, curl: 1200 } as const;

/**
 * The report as far as it is shown, whatever the service answered. Counts stay exact: what is left out is counted in a
 * last row of its list.
 */
export function bounded(report: Report): Report {
  return {
    ...report,
    reason: cut(report.reason, width.sentence),
    causes: report.causes
      .slice(0, most.causes)
      .map((cause) => ({ ...cause, text: cut(cause.text, width.sentence) })),
    findings: report.findings.map(boundFinding),
    observations: report.observations.slice(0, most.observations).map(boundValues),
    errors: withOthers(report.errors.toSorted((a, b) => b.count - a.count).map(boundError), most.errors, {
      endpoint: '',
      example: '',
    }),
  };
}

function boundFinding(finding: Finding): Finding {
  return {
    ...finding,
    explanation: cut(finding.explanation, width.sentence),
    causes: withOthers(finding.causes, most.causes, { expected: '', actual: '', evidence: [] }).map(
      boundCause,
    ),
    contested: finding.contested
      .slice(0, most.contested)
      .map((form) => ({ ...form, example: cut(form.example, width.text) })),
  };
}

function boundCause(cause: FindingCause): FindingCause {
  return {
    ...cause,
    ...boundExpectation(cause),
    evidence: cause.evidence.slice(0, most.evidence).map((item) => ({
      ...item,
      ...boundExpectation(item),
      excerpt: cut(item.excerpt, width.text),
      curl: cut(item.curl, width.curl),
    })),
  };
}

function boundExpectation({ expected, actual }: Pick<FindingCause, 'expected' | 'actual'>) {
  return { expected: cut(expected, width.text), actual: cut(actual, width.text) };
}

function boundValues(row: Observation): Observation {
  const shown = row.values.slice(0, most.values);
  return {
    ...row,
    values: shown.map(({ value, count }) => ({ value: cut(value, width.name), count })),
    more: row.more + row.values.length - shown.length,
  };
}

function boundError({ curl = '', ...group }: ErrorGroup): ErrorGroup {
  return {
    ...group,
    cause: cut(group.cause, width.name),
    example: cut(group.example, width.text),
    curl: cut(curl, width.curl),
  };
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

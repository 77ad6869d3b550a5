import { cut } from '../checks/json-body.ts';
import { sumOf } from '../checks/statistics/samples.ts';
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
    errors: boundErrors(report.errors),
  };
}

function boundFinding(finding: Finding): Finding {
  const causes = finding.causes.slice(0, most.causes).map(boundCause);
  const others = finding.causes.slice(most.causes);
  const rest = { expected: '', actual: '', evidence: [] };
  return {
    ...finding,
    explanation: cut(finding.explanation, width.sentence),
    causes:
      others.length === 0
        ? causes
        : [
            ...causes,
            { ...rest, cause: othersText(others.length), count: sumOf(others, ({ count }) => count) },
          ],
    contested: finding.contested
      .slice(0, most.contested)
      .map((form) => ({ ...form, example: cut(form.example, width.text) })),
  };
}

function boundCause(cause: FindingCause): FindingCause {
  return {
    ...cause,
    expected: cut(cause.expected, width.text),
    actual: cut(cause.actual, width.text),
    evidence: cause.evidence.slice(0, most.evidence).map((item) => ({
      ...item,
      expected: cut(item.expected, width.text),
      actual: cut(item.actual, width.text),
      excerpt: cut(item.excerpt, width.text),
      curl: cut(item.curl, width.curl),
    })),
  };
}

function boundValues(row: Observation): Observation {
  const shown = row.values.slice(0, most.values);
  return {
    ...row,
    values: shown.map(({ value, count }) => ({ value: cut(value, width.name), count })),
    more: row.more + row.values.length - shown.length,
  };
}

function boundErrors(errors: readonly ErrorGroup[]): readonly ErrorGroup[] {
  const sorted = errors.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, most.errors).map((group) => ({
    ...group,
    cause: cut(group.cause, width.name),
    example: cut(group.example, width.text),
    curl: cut(group.curl ?? '', width.curl),
  }));
  const others = sorted.slice(most.errors);
  if (others.length === 0) return shown;
  return [
    ...shown,
    {
      endpoint: '',
      cause: othersText(others.length),
      count: sumOf(others, ({ count }) => count),
      example: '',
    },
  ];
}

function othersText(count: number): string {
  return count === 1 ? '1 other cause' : `${count} other causes`;
}

/** The first blocks that have at most so many characters together, and how many more there are. */
export function firstBlocks(blocks: readonly string[], characters: number) {
  let left = characters;
  const end = blocks.findIndex((block) => {
    left -= block.length;
    return left < 0;
  });
  const shown = end === -1 ? blocks : blocks.slice(0, end);
  return { shown, more: blocks.length - shown.length };
}

import { cutForDisplay } from './escape.ts';
import type { EndpointResult, ErrorGroup, Finding, FindingCause, Observation, Report } from './report.ts';
import { joinBuckets, joinSlices } from './series.ts';

/** How much of a report is shown. */
interface Limits {
  readonly causes: number;
  readonly evidence: number;
  readonly contested: number;
  /** Characters of one text that came from the service. */
  readonly text: number;
  readonly errors: number;
  readonly observations: number;
  readonly values: number;
  readonly slices: number;
  readonly buckets: number;
}

const widest: Limits = {
  causes: 10,
  evidence: 5,
  contested: 5,
  text: 1200,
  errors: 20,
  observations: 40,
  values: 20,
  slices: 30,
  buckets: 28,
};
const steps: readonly Limits[] = [
  widest,
  { ...widest, slices: 20 },
  { ...widest, slices: 16, evidence: 2, text: 500, values: 10 },
  { ...widest, slices: 12, buckets: 24, causes: 5, evidence: 1, text: 250, values: 5 },
];
const narrowest: Limits = {
  causes: 2,
  evidence: 1,
  contested: 2,
  text: 160,
  errors: 8,
  observations: 10,
  values: 2,
  slices: 10,
  buckets: 20,
};
const longText = 600;
/** Characters of JSON, besides the bounded figures of the endpoints: no page that shows so much is small enough. */
const notWorthTrying = 80_000;
/** A command that is cut does not run. */
const shortestCurl = 800;

/**
 * What `render` makes of the report, cut so far that it has at most about `mostBytes`, whatever the service answered
 * and however long the run was. Counts stay exact: what is left out is counted in a last row of its list.
 */
export function renderWithin(mostBytes: number, report: Report, render: (report: Report) => string): string {
  for (const limits of steps) {
    const bounded = within(report, limits);
    if (JSON.stringify({ ...bounded, endpoints: [] }).length > notWorthTrying) continue;
    const text = render(bounded);
    if (utf8Length(text) <= mostBytes) return text;
  }
  return render(within(report, narrowest));
}

/** The report cut once, for a file that may be larger than a page. */
export function narrowed(report: Report): Report {
  return within(report, { ...widest, evidence: 2, text: 500 });
}

function within(report: Report, limits: Limits): Report {
  return {
    ...report,
    reason: cutForDisplay(report.reason, longText),
    causes: report.causes
      .slice(0, limits.causes)
      .map((cause) => ({ ...cause, text: cutForDisplay(cause.text, longText) })),
    findings: report.findings.map((finding) => boundFinding(finding, limits)),
    observations: report.observations.slice(0, limits.observations).map((row) => boundValues(row, limits)),
    endpoints: report.endpoints.map((endpoint) => boundEndpoint(endpoint, limits)),
    errors: boundErrors(report.errors, limits),
  };
}

function boundFinding(finding: Finding, limits: Limits): Finding {
  const causes = finding.causes.slice(0, limits.causes).map((cause) => boundCause(cause, limits));
  const others = finding.causes.slice(limits.causes);
  const rest = { expected: '', actual: '', evidence: [] };
  return {
    ...finding,
    explanation: cutForDisplay(finding.explanation, longText),
    causes:
      others.length === 0
        ? causes
        : [...causes, { ...rest, cause: othersText(others.length), count: sumOf(others) }],
    contested: finding.contested
      .slice(0, limits.contested)
      .map((form) => ({ ...form, example: cutForDisplay(form.example, limits.text) })),
  };
}

function boundCause(cause: FindingCause, { evidence, text }: Limits): FindingCause {
  return {
    ...cause,
    expected: cutForDisplay(cause.expected, text),
    actual: cutForDisplay(cause.actual, text),
    evidence: cause.evidence.slice(0, evidence).map((item) => ({
      ...item,
      expected: cutForDisplay(item.expected, text),
      actual: cutForDisplay(item.actual, text),
      excerpt: cutForDisplay(item.excerpt, text),
      curl: cutForDisplay(item.curl, Math.max(text, shortestCurl)),
    })),
  };
}

function boundValues(row: Observation, limits: Limits): Observation {
  const shown = row.values.slice(0, limits.values);
  return {
    ...row,
    values: shown.map(({ value, count }) => ({
      value: cutForDisplay(value, Math.min(limits.text, 200)),
      count,
    })),
    more: row.more + row.values.length - shown.length,
  };
}

function boundErrors(errors: readonly ErrorGroup[], limits: Limits): readonly ErrorGroup[] {
  const sorted = errors.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, limits.errors).map((group) => ({
    ...group,
    cause: cutForDisplay(group.cause, Math.min(limits.text, 200)),
    example: cutForDisplay(group.example, limits.text),
  }));
  const others = sorted.slice(limits.errors);
  if (others.length === 0) return shown;
  const cause = othersText(others.length);
  return [...shown, { endpoint: '', cause, count: sumOf(others), example: '' }];
}

function boundEndpoint(endpoint: EndpointResult, { slices, buckets }: Limits): EndpointResult {
  const limitMs = endpoint.latency?.limitMs ?? Number.POSITIVE_INFINITY;
  return {
    ...endpoint,
    histogram: joinBuckets(endpoint.histogram, limitMs, buckets),
    timeline: joinSlices(endpoint.timeline, slices),
  };
}

/** Bytes of the text in UTF-8; a pair of surrogates counts six instead of four. */
function utf8Length(text: string): number {
  const beyondAscii = text.match(/[\u0080-\uffff]+/g) ?? [];
  return text.length + 2 * beyondAscii.reduce((sum, run) => sum + run.length, 0);
}

function othersText(count: number): string {
  return count === 1 ? '1 other cause' : `${count} other causes`;
}

function sumOf(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

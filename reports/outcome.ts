import type { Finding, Report, Verdict } from './report.ts';

/** What a report says in the end: its verdict, or that there is none because the run did not come to its own end. */
export type RunOutcome = Verdict | 'none';

export function outcomeOf(report: Pick<Report, 'run' | 'verdict'>): RunOutcome {
  return report.run.completeness === 'complete' ? report.verdict : 'none';
}

export const outcomeWords: Readonly<Record<RunOutcome, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  inconclusive: 'Inconclusive',
  none: 'No verdict',
};

/** How a finding counts: its verdict, except where the operator waived it or it only records. */
export type FindingState = 'failed' | 'inconclusive' | 'waived' | 'passed' | 'observed' | 'not-applicable';

/** In the order in which a reader wants them. */
export const findingStates: readonly FindingState[] = [
  'failed',
  'inconclusive',
  'waived',
  'passed',
  'observed',
  'not-applicable',
];

export const findingStateWords: Readonly<Record<FindingState, string>> = {
  failed: 'Failed',
  inconclusive: 'Inconclusive',
  waived: 'Waived',
  passed: 'Passed',
  observed: 'Observed',
  'not-applicable': 'Not applicable',
};

export function stateOf(finding: Finding): FindingState {
  if (finding.verdict === 'not-applicable') return 'not-applicable';
  if (finding.origin === 'observed') return 'observed';
  if (finding.verdict === 'pass') return 'passed';
  if (finding.waiver !== null) return 'waived';
  return finding.verdict === 'fail' ? 'failed' : 'inconclusive';
}

/** In the order of the reasons: what others follow from comes first. */
export function findingsIn(report: Report, state: FindingState): readonly Finding[] {
  const checks = report.causes.map(({ check }) => check);
  // A page lists the first reasons only: a finding whose reason it leaves out stands behind these.
  const place = ({ check }: Finding) => (checks.includes(check) ? checks.indexOf(check) : checks.length);
  return report.findings
    .filter((finding) => stateOf(finding) === state)
    .toSorted((one, other) => place(one) - place(other));
}

/** How many checks of each origin hold, fail, and so on: the same table in the page and in the summary. */
export const countsByOrigin = {
  titles: ['hold', 'failed', 'inconclusive', 'waived', 'not applicable'],
  rows: (findings: readonly Finding[]) =>
    (['stated', 'derived', 'declared'] as const).map((origin) => {
      const states = findings.filter((finding) => finding.origin === origin).map(stateOf);
      const of = (state: FindingState) => String(states.filter((one) => one === state).length);
      return [origin, of('passed'), of('failed'), of('inconclusive'), of('waived'), of('not-applicable')];
    }),
};

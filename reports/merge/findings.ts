import type { Outcome } from '../../checks/check.ts';
import { detectionBound } from '../../checks/statistics/clopper-pearson.ts';
import type { Contested, EndpointResult, Finding, FindingCause, Report } from '../report.ts';
import { grouped, strictest, sum } from './totals.ts';

/** Findings of the same check and endpoint are one: counts are added, and only what all let pass passes. */
export function mergeFindings(reports: readonly Report[], endpoints: readonly EndpointResult[]): Finding[] {
  const all = reports.flatMap(({ findings }) => findings);
  return grouped(all, ({ check, endpoint }) => `${check} ${endpoint}`)
    .map(mergeSame)
    .map((finding) => withLatency(finding, endpoints));
}

type Same = readonly [Finding, ...Finding[]];

function mergeSame(same: Same): Finding {
  const verdict = verdictOf(same);
  const first = same.find((part) => part.verdict === verdict) ?? same[0];
  const samples = sum(same, (part) => part.samples);
  const failures = sum(same, (part) => part.failures);
  return {
    ...first,
    verdict,
    samples,
    failures,
    ...addedOutcomes(same),
    floor: Math.max(...same.map(({ floor }) => floor)),
    explanation: isComparison(first) ? textsOf(verdict, same) : explain(verdict, samples, failures, same),
    causes: mergeCauses(same.flatMap(({ causes }) => causes)),
    contested: mergeContested(same.flatMap(({ contested }) => contested)),
    waiver: same.find(({ waiver }) => waiver !== null)?.waiver ?? null,
  };
}

function addedOutcomes(same: Same): Pick<Finding, 'outcomes'> {
  const known = same.flatMap((part) => part.outcomes ?? []);
  if (known.length === 0) return {};
  const total = (outcome: Outcome) => sum(known, (counts) => counts[outcome]);
  return {
    outcomes: {
      pass: total('pass'),
      contested: total('contested'),
      undecided: total('undecided'),
      fail: total('fail'),
    },
  };
}

/** A part to which the check did not apply says nothing. */
function verdictOf(same: Same): Finding['verdict'] {
  const verdicts = same.flatMap(({ verdict }) => (verdict === 'not-applicable' ? [] : verdict));
  return verdicts.length === 0 ? 'not-applicable' : strictest(verdicts);
}

function explain(verdict: Finding['verdict'], samples: number, failures: number, same: Same): string {
  const counts = `${failures} of ${samples} on ${same.length} generators`;
  if (verdict === 'fail') return `${counts} broke it.`;
  if (verdict === 'pass' && failures === 0) {
    const percent = (detectionBound(samples, 0.95) * 100).toPrecision(2);
    return `${counts}: fewer than ${percent} % at 95 % confidence.`;
  }
  return textsOf(verdict, same);
}

function textsOf(verdict: Finding['verdict'], same: Same): string {
  const texts = same.filter((part) => part.verdict === verdict).map(({ explanation }) => explanation);
  return [...new Set(texts)].join(' ');
}

/** With other runs or another service: its samples are no calls. */
function isComparison({ check }: Finding): boolean {
  return /^(baseline|compare)-/.test(check);
}

const evidenceKept = 5;

function mergeCauses(causes: readonly FindingCause[]): FindingCause[] {
  return grouped(causes, ({ cause }) => cause)
    .map((same) => ({
      ...same[0],
      count: sum(same, ({ count }) => count),
      evidence: same.flatMap(({ evidence }) => evidence).slice(0, evidenceKept),
    }))
    .toSorted((a, b) => b.count - a.count);
}

function mergeContested(forms: readonly Contested[]): Contested[] {
  return grouped(forms, ({ form }) => form).map((same) => ({
    ...same[0],
    count: sum(same, ({ count }) => count),
  }));
}

/** What was judged anew on the merged counts: the response time of an endpoint. */
function withLatency(finding: Finding, endpoints: readonly EndpointResult[]): Finding {
  if (finding.clause !== '8.response-time' || isComparison(finding)) return finding;
  const latency = endpoints.find(({ endpoint }) => endpoint === finding.endpoint)?.latency;
  if (latency === null || latency === undefined) return finding;
  const { verdict, explanation, conditions } = latency;
  const remedies = conditions.filter(({ effect }) => effect !== 'warning').map(({ remedy }) => remedy);
  const more = 'Measure longer, or with more generators.';
  return {
    ...finding,
    verdict,
    explanation,
    remedy: verdict === 'inconclusive' ? [...new Set(remedies)].join(' ') || more : finding.remedy,
  };
}

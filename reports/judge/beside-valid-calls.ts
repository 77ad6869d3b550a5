import { distinct } from '../../checks/add-up.ts';
import { type CallCounts, type Calls, totalCalls } from '../../checks/calls/calls.ts';
import { explainedBy, said } from '../../checks/causes.ts';
import type { Check } from '../../checks/check.ts';
import { endpointNameOf, type Finding, titleFor } from '../../checks/findings.ts';
import { lowerBound, upperBound } from '../../checks/statistics/distributions.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';

/**
 * Uses valid calls to distinguish a refusal from a service that is absent or not ready. If no valid call succeeds, or valid calls
 * end like those without a token, the answers neither break a declaration nor show that the token decides.
 */
export function besideValidCalls(finding: Finding, checks: readonly Check[], calls: Calls): Finding {
  const check = checks.find(({ id }) => id === finding.check);
  const endpoint = check && endpointNameOf(check.subject);
  if (endpoint === undefined || check?.besideSuccess !== finding.verdict) return finding;
  const open = whyOpen(finding, check, calls[endpoint]);
  if (open === null) return finding;
  const { causes, failures, samples } = finding;
  const seen =
    finding.verdict === 'fail'
      ? `${countText(failures)} of ${countText(samples)} answers are not as declared`
      : `All ${countText(samples)} answers are refusals`;
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', check.title),
    ...explainedBy(said(open, { seen })),
    failures: 0,
    causes: [],
    contested: causes.map(({ cause, count, actual }) => ({ form: cause, count, example: actual })),
  };
}

function whyOpen(finding: Finding, { subject }: Check, counts: CallCounts) {
  const { verdict, causes } = finding;
  if (counts.results.succeeded === 0)
    return verdict === 'fail' || totalCalls(counts) > 0 ? 'beside-no-success' : null;
  if (verdict !== 'fail') return null;
  if (!subject.startsWith('no-token-')) return isAsRare(finding, counts) ? 'beside-rare' : null;
  return causes.every(({ cause }) => isAmong(counts, cause)) ? 'beside-same-end' : null;
}

/** Except for HTTP 401, which asks for a token even if it refuses this run's. */
function isAmong({ outcomes }: CallCounts, cause: string): boolean {
  return cause !== 'HTTP 401' && Object.hasOwn(outcomes, cause);
}

/** Chance that a bound on a share is wrong. */
const alpha = 0.01;

/**
 * Whether the answers are so few that valid calls may end like this as often: with the same status as some did, or with a failure
 * or timeout of the service (408), which any call may meet.
 */
function isAsRare({ causes, failures, samples }: Finding, counts: CallCounts): boolean {
  const statuses = distinct(causes.flatMap(({ evidence }) => evidence.map(({ status }) => status)));
  const alike = sumOf(statuses, (status) => counts.outcomes[`HTTP ${status}`] ?? 0);
  return (
    statuses.length > 0 &&
    statuses.every((status) => status >= 500 || status === 408 || isAmong(counts, `HTTP ${status}`)) &&
    lowerBound(failures, samples, alpha) <= upperBound(alike, totalCalls(counts), alpha)
  );
}

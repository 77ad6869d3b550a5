import { type CallCounts, type Calls, totalCalls } from '../../checks/calls.ts';
import type { Check } from '../../checks/check.ts';
import { type Finding, titleFor } from '../../checks/finding.ts';
import { endpointNameOf, succeedFirst } from '../../checks/findings.ts';

/**
 * What refuses a call is told from a service that is not there, or not ready, by the valid calls: where none succeeded, or
 * they end as those without a token do, its answers break no declaration; nor do they show that it is the token which counts.
 */
export function besideValidCalls(finding: Finding, checks: readonly Check[], calls: Calls): Finding {
  const check = checks.find(({ id }) => id === finding.check);
  const endpoint = check && endpointNameOf(check.subject);
  if (endpoint === undefined || check?.besideSuccess !== finding.verdict) return finding;
  const why = whyOpen(finding, check, calls[endpoint]);
  if (why === null) return finding;
  const { causes, failures, samples } = finding;
  const seen =
    finding.verdict === 'fail'
      ? `${failures} of ${samples} answers are not as declared`
      : `All ${samples} answers are refusals`;
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', check.title),
    explanation: `${seen}, but ${why}.`,
    remedy: succeedFirst,
    failures: 0,
    causes: [],
    contested: causes.map(({ cause, count, actual }) => ({ form: cause, count, example: actual })),
  };
}

function whyOpen({ verdict, causes }: Finding, { subject }: Check, counts: CallCounts): string | null {
  if (counts.results.succeeded === 0)
    return verdict === 'fail' || totalCalls(counts) > 0 ? 'no valid call of this endpoint succeeded' : null;
  const areAlike =
    verdict === 'fail' && subject.startsWith('no-token-') && causes.every(isAmong(counts.outcomes));
  return areAlike ? 'valid calls end in this way, too' : null;
}

/** HTTP 401 asks for a token even where it refuses the one of the run. */
function isAmong(outcomes: Readonly<Record<string, number>>) {
  return ({ cause }: Finding['causes'][number]) => cause !== 'HTTP 401' && Object.hasOwn(outcomes, cause);
}

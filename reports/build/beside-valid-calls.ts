import type { Calls } from '../../checks/calls.ts';
import type { Check } from '../../checks/check.ts';
import { type Finding, titleFor } from '../../checks/finding.ts';
import { endpointNameOf } from '../../checks/findings.ts';

/**
 * What refuses a call is told from a service that is not there, or not ready, by the valid calls: where none succeeded, or
 * they end as those without a token do, its answers break no declaration.
 */
export function besideValidCalls(finding: Finding, checks: readonly Check[], calls: Calls): Finding {
  const check = checks.find(({ id, besideSuccess }) => id === finding.check && besideSuccess);
  const endpoint = check && endpointNameOf(check.subject);
  if (finding.verdict !== 'fail' || check === undefined || endpoint === undefined) return finding;
  const { results, outcomes } = calls[endpoint];
  const areAlike =
    check.subject.startsWith('no-token-') &&
    finding.causes.length > 0 &&
    finding.causes.every(isAmong(outcomes));
  if (results.succeeded > 0 && !areAlike) return finding;
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', check.title),
    explanation: areAlike ? 'Valid calls ended alike.' : 'No valid call of this endpoint succeeded.',
    remedy: 'Mend what keeps valid calls from succeeding, and run again.',
  };
}

/** HTTP 401 asks for a token even where it refuses the one of the run. */
function isAmong(outcomes: Readonly<Record<string, number>>) {
  return ({ cause }: Finding['causes'][number]) => cause !== 'HTTP 401' && Object.hasOwn(outcomes, cause);
}

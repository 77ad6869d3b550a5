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
  const { causes, failures, samples } = finding;
  const areAlike = check.subject.startsWith('no-token-') && causes.every(isAmong(outcomes));
  if (results.succeeded > 0 && !areAlike) return finding;
  const why =
    results.succeeded > 0 ? 'valid calls end in this way, too' : 'no valid call of this endpoint succeeded';
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', check.title),
    explanation: `${failures} of ${samples} answers are not as declared, but ${why}.`,
    remedy: 'Make valid calls succeed first: Errors shows how they end.',
    failures: 0,
    causes: [],
    contested: causes.map(({ cause, count, actual }) => ({ form: cause, count, example: actual })),
  };
}

/** HTTP 401 asks for a token even where it refuses the one of the run. */
function isAmong(outcomes: Readonly<Record<string, number>>) {
  return ({ cause }: Finding['causes'][number]) => cause !== 'HTTP 401' && Object.hasOwn(outcomes, cause);
}

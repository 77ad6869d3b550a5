import { endpointNames } from '../../schemas/endpoints.ts';
import { type Calls, totalCalls } from '../calls/calls.ts';
import { mendedBy, said } from '../causes.ts';
import { type Finding, finding, titleFor } from '../findings.ts';
import { errorBudgetCheck } from '../run-checks.ts';
import { samplesUntil, sumOf } from '../statistics/samples.ts';
import { countText, percentText, roughPercentText } from '../wording.ts';
import { badShare } from './figure.ts';

/**
 * Valid calls that ended in 5xx or without a readable answer, compared with the declared budget. `effect`: how many failures count as one
 * independent failure; null: no load is judged, and the calls before it are too few for a pass.
 */
export function errorBudgetFinding(calls: Calls, budget: number, effect: number | null): Finding {
  const n = sumOf(endpointNames, (name) => totalCalls(calls[name]));
  const failures = sumOf(endpointNames, (name) => calls[name].results.failed);
  const trials = { n, leastBad: failures, mostBad: failures, effect: effect ?? 1 };
  const seen = n === 0 ? 1 : failures / n;
  // No number of calls can show that none will fail.
  const { least, most } = budget === 0 && n > 0 ? { least: seen, most: seen } : badShare(trials, 1);
  const isOpen = effect !== null || seen > budget;
  const verdict =
    least > budget ? 'fail' : most <= budget ? 'pass' : isOpen ? 'inconclusive' : 'not-applicable';
  const limit = roughPercentText(budget, 3);
  const bound =
    verdict === 'fail'
      ? `the share is at least ${percentText(least, 'down')}`
      : `the share could be up to ${percentText(most, 'up')}`;
  return finding(errorBudgetCheck, {
    verdict,
    title: titleFor(
      verdict,
      `At most ${limit} of the valid calls fail`,
      `More than ${limit} of the valid calls failed`,
    ),
    reading: `The operator declared a budget of ${limit}. Failures are 5xx, timeouts, resets and unreadable answers.`,
    samples: n,
    failures,
    floor: effect === null || seen >= budget ? 1 : callsNeeded(seen, budget, effect),
    explanation: `${countText(failures)} of ${countText(n)} valid calls failed${failures === 0 ? '' : ' (see Errors)'}; ${bound} (99 %).`,
    ...(verdict === 'inconclusive' && mendedBy(said(seen > budget ? 'budget-exceeded' : 'budget-undecided'))),
  });
}

/** How many calls would show that the budget is kept, at this share of failures; 1: more than can be made. */
function callsNeeded(seen: number, budget: number, effect: number): number {
  const needed = samplesUntil((n) => {
    const bad = seen * n;
    return badShare({ n, leastBad: bad, mostBad: bad, effect }, 1).most <= budget;
  });
  return Number.isFinite(needed) ? Math.ceil(needed) : 1;
}

import { endpointNames } from '../schemas/endpoints.ts';
import { type Calls, totalCalls } from './calls.ts';
import { type Finding, finding, titleFor } from './finding.ts';
import { errorBudgetCheck } from './run-checks.ts';
import { lowerBound } from './statistics/clopper-pearson.ts';
import { roughPercentText } from './wording.ts';

const alpha = 0.01;

/** Valid calls that ended in 5xx or without an answer that can be read, against the budget that the contract declares. */
export function errorBudgetFinding(calls: Calls, budget: number): Finding {
  const total = endpointNames.reduce((sum, name) => sum + totalCalls(calls[name]), 0);
  const failures = endpointNames.reduce((sum, name) => sum + calls[name].results.failed, 0);
  const refuted = lowerBound(failures, total, alpha) > budget;
  const verdict =
    total === 0 ? 'inconclusive' : refuted ? 'fail' : failures > budget * total ? 'inconclusive' : 'pass';
  const limit = roughPercentText(budget, 3);
  return finding(errorBudgetCheck, {
    verdict,
    title: titleFor(
      verdict,
      `At most ${limit} of the valid calls fail`,
      `More than ${limit} of the valid calls failed`,
    ),
    reading: `The operator declared a budget of ${limit}. Failures are 5xx, timeouts, resets and unreadable answers.`,
    samples: total,
    failures,
    floor: 1,
    explanation: `${failures} of ${total} valid calls failed.`,
    remedy: verdict === 'inconclusive' ? 'There are too few calls to decide: use a larger profile.' : '',
    causes: endpointNames.flatMap((name) => failedCause(name, calls)),
  });
}

function failedCause(name: (typeof endpointNames)[number], calls: Calls): Finding['causes'] {
  const { results, outcomes } = calls[name];
  if (results.failed === 0) return [];
  const seen = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
  return [
    {
      cause: name,
      count: results.failed,
      expected: 'an answer with a status below 500',
      actual: seen.join(', '),
      evidence: [],
    },
  ];
}

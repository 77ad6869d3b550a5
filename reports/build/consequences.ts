import { addCalls } from '../../checks/calls/calls.ts';
import type { Finding } from '../../checks/findings.ts';
import { offeredCheck } from '../../checks/run-checks.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import type { SeenFacts } from '../facts.ts';
import { decides } from '../verdict.ts';
import { callsUnderLoad } from './answer-findings.ts';

/**
 * Where too few valid calls of an endpoint succeeded, what lacks answers for that reason cannot be decided: each of these
 * findings names the one that says so. Without any success that is all that is inconclusive.
 */
export function withConsequences(
  findings: readonly Finding[],
  { before, metrics }: Pick<SeenFacts, 'before' | 'metrics'>,
): Finding[] {
  const calls = addCalls(before.calls, callsUnderLoad(metrics));
  const roots = endpointNames.flatMap((name) => {
    const { succeeded } = calls[name].results;
    const root = findings.find((one) => one.check === offeredCheck(name).id && decides(one));
    return root !== undefined && succeeded < root.floor ? [{ root, succeeded }] : [];
  });
  return findings.map((finding) => {
    const lacking = roots.find(({ root }) => root.endpoint === finding.endpoint && root !== finding);
    const { check, verdict, samples, floor } = finding;
    const isAmbiguous = (before.tally[check]?.outcomes.undecided ?? 0) > 0;
    const isLacking = lacking !== undefined && (lacking.succeeded === 0 ? !isAmbiguous : samples < floor);
    return isLacking && verdict === 'inconclusive' ? { ...finding, because: lacking.root.check } : finding;
  });
}

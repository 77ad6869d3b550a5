import { addCalls } from '../../checks/calls.ts';
import type { Finding } from '../../checks/findings.ts';
import { offeredCheck } from '../../checks/run-checks.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import type { SeenFacts } from '../facts.ts';
import { decides } from '../verdict.ts';
import { callsUnderLoad } from './answer-findings.ts';

/**
 * Where no valid call of an endpoint succeeded, nothing else about it can be decided: each of its inconclusive findings
 * names the one that says so.
 */
export function withConsequences(
  findings: readonly Finding[],
  { before, metrics }: Pick<SeenFacts, 'before' | 'metrics'>,
): Finding[] {
  const calls = addCalls(before.calls, callsUnderLoad(metrics));
  const roots = endpointNames
    .filter((name) => calls[name].results.succeeded === 0)
    .flatMap((name) => findings.filter(({ check }) => check === offeredCheck(name).id))
    .filter(decides);
  return findings.map((finding) => {
    const root = roots.find(({ endpoint }) => endpoint === finding.endpoint);
    return root === undefined || root === finding || finding.verdict !== 'inconclusive'
      ? finding
      : { ...finding, because: root.check };
  });
}

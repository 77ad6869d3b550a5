import { endsOfNone, readAnswer } from '../../checks/answer.ts';
import { blockOf, type ComparisonPlan, sideAt } from '../../checks/comparison/comparison-plan.ts';
import { judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { isNothing, valueAt } from '../../checks/json-text/json-text.ts';
import { comparisonCheck } from '../../checks/run-checks.ts';
import { outcomeTag } from '../../checks/tally.ts';
import { comparisonMeasurement } from '../../reports/comparison/comparison-summary.ts';
import { keyOf, type Tags } from '../../reports/read-metrics.ts';
import type { ComparedEndpoint } from '../../reports/report.ts';
import type { Contract } from '../../schemas/contract.ts';
import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { AtOnce } from '../load/k6-metrics.ts';

/** Counts blocks for k6, and the same in the form of k6's summary, which a virtual user cannot read. */
export function comparisonTally(metrics: AtOnce, plan: ComparisonPlan, contract: Contract) {
  const seen: Record<string, { readonly count: number; readonly value: number }> = {};
  const count = (name: keyof AtOnce, value: number, tags: Tags = {}) => {
    metrics[name].add(value, tags);
    const key = keyOf(name, tags);
    seen[key] = { count: (seen[key]?.count ?? 0) + value, value };
  };
  return {
    /** Adds the calls of a block and returns the number of those that succeeded. After a jump of the clock no more were due. */
    addBlock(block: number, exchanges: readonly Exchange[], clockJumped: boolean): number {
      const dropped = clockJumped ? 0 : plan.callsPerBlock * repeatableEndpoints.length - exchanges.length;
      const jumps = Number(clockJumped) + exchanges.filter(({ response }) => response.durationMs < 0).length;
      if (dropped > 0) count('compare_dropped', dropped);
      if (jumps > 0) count('compare_clock_jumps', jumps);
      const side = sideAt(block);
      const ended = exchanges.map((exchange) => ({ ...exchange, outcome: outcomeOf(exchange, contract) }));
      for (const { endpoint, outcome } of ended) count('compare_calls', 1, { endpoint, side, outcome });
      const successes = ended.filter(({ outcome }) => outcome === 'succeeded');
      for (const name of repeatableEndpoints) {
        const own = successes.filter(({ endpoint }) => endpoint === name);
        const times = blockOf(own.map(({ response }) => response.durationMs));
        if (times === null) continue;
        const tags = { endpoint: name, block: String(block) };
        count('compare_p50', times.p50Ms, tags);
        count('compare_p90', times.p90Ms, tags);
      }
      return successes.length;
    },
    judged: () => judgeComparison(comparisonMeasurement(seen, plan, true)),
  };
}

/**
 * A 2xx does not count as a success if it reports an error, such as an unknown token, or if its body contradicts the document: an
 * error page is no yardstick for speed.
 */
function outcomeOf(exchange: Exchange, contract: Contract): string {
  const { endpoint, response } = exchange;
  const { json, result, outcome } = readAnswer(exchange, { contract, validators: {} });
  if (result !== 'succeeded') return outcomeTag(outcome);
  const user = json?.ok ? valueAt(json.value, '/user') : undefined;
  const isUser = typeof user === 'object' && !isNothing(user);
  const isRuledOut = endpoint === 'user' ? !isUser : response.body !== '' && json?.ok === false;
  return isRuledOut ? outcomeTag(endsOfNone['ruled out']) : 'succeeded';
}

/** Why the run cannot pass, apart from waived failures; null: it can. */
export function withheldPass(judged: readonly ComparedEndpoint[], waived: readonly string[]): string | null {
  const withheld = judged.find(
    ({ name, verdict }) =>
      verdict !== 'pass' && !(verdict === 'fail' && waived.includes(comparisonCheck(name).id)),
  );
  return withheld === undefined ? null : `${withheld.endpoint}: ${withheld.explanation}`;
}

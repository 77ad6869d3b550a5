import { checksFor } from '../../checks/catalogue.ts';
import { callResults } from '../../checks/exchange.ts';
import { overGridMs } from '../../checks/latency/measurement.ts';
import { limitMsOf } from '../../checks/latency/reading.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { unlikePass } from '../../checks/tally.ts';
import { counted, countText } from '../../checks/wording.ts';
import type { Contract } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { buckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { Facts } from '../facts.ts';
import { countOf, type Metrics } from '../metrics.ts';
import { callsUnderLoad } from './answer-findings.ts';
import { histogramOf } from './endpoint-figures.ts';

/**
 * A sentence for each endpoint and check whose counters disagree: a missing counter would read as 0. When a run ends, the
 * call that a virtual user is counting may be in the counters that come first only (`scenarios/load/count-call.ts`).
 */
export function contradictions({
  plan: { contract, load, loadShare, loads },
  before,
  metrics,
}: Facts): string[] {
  const limitMs = limitMsOf(contract);
  const underWay = Math.ceil((load?.virtualUsers ?? 0) * Math.max(1, loadShare)) * (loads?.made ?? 1);
  const { networkTakenOffMs = 0, networkTakenOffMostMs = networkTakenOffMs } = before ?? {};
  return [
    ...endpointNames.flatMap((endpoint) => [
      ...unequalAnswers(metrics, endpoint, underWay),
      ...unequalFailures(metrics, endpoint, underWay),
      ...uncountedSlow(metrics, endpoint, limitMs + networkTakenOffMostMs),
    ]),
    ...unequalJudgements(metrics, contract),
  ];
}

function unequalAnswers(metrics: Metrics, endpoint: Endpoint, underWay: number): string[] {
  const succeeded = countOf(metrics, 'calls', { endpoint, result: 'succeeded' });
  const apartFromAfar = endpoint === 'encrypt' ? countOf(metrics, 'large_latency') : 0;
  const timed = countOf(metrics, 'latency', { endpoint, phase: 'measure' }) + apartFromAfar;
  const drawn =
    apartFromAfar + sumOf(histogramOf(metrics, 'latency_bucket', { endpoint }), ({ count }) => count);
  const apart = Math.max(succeeded, timed, drawn) - Math.min(succeeded, timed, drawn);
  return apart <= underWay
    ? []
    : [
        `Of the calls to ${endpointTitle(endpoint)}, ${countText(succeeded)} were counted as succeeded, ${countText(timed)} were timed and ${countText(drawn)} are in the histogram.`,
      ];
}

function unequalFailures(metrics: Metrics, endpoint: Endpoint, underWay: number): string[] {
  const { results, outcomes } = callsUnderLoad(metrics)[endpoint];
  const others = sumOf(callResults, (result) => results[result]) - results.succeeded;
  const ended = sumOf(Object.values(outcomes), Number);
  const inSlices = countOf(metrics, 'failed_calls', { endpoint });
  const areFailures = inSlices <= results.failed && results.failed <= inSlices + underWay;
  return areFailures && ended <= others
    ? []
    : [
        `Of the calls to ${endpointTitle(endpoint)}, ${countText(others)} were counted without success, ${countText(ended)} by how they ended; ${countText(results.failed)} as failed, ${countText(inSlices)} by time.`,
      ];
}

/** A call is counted as slow before the step over the limit and the bucket that it reached. */
function uncountedSlow(metrics: Metrics, endpoint: Endpoint, limitMs: number): string[] {
  const slow = countOf(metrics, 'slow', { endpoint, why: 'duration' });
  const over = sumOf(overGridMs, (step) => countOf(metrics, 'over_limit', { endpoint, over: String(step) }));
  // All calls of these took longer than the limit.
  const beyond = buckets.slice(1).filter((bucket) => (upperEdgeMs(bucket - 1) ?? 0) >= limitMs);
  const drawn = sumOf(beyond, (bucket) =>
    countOf(metrics, 'latency_bucket', { endpoint, bucket: String(bucket) }),
  );
  return Math.max(over, drawn) <= slow
    ? []
    : [
        `Of the calls to ${endpointTitle(endpoint)}, ${countText(slow)} were counted as slow, ${countText(over)} as over the limit and ${countText(drawn)} are beyond it in the histogram.`,
      ];
}

/** An answer is counted as judged before anything that a check says of it. */
function unequalJudgements(metrics: Metrics, contract: Contract): string[] {
  return checksFor(contract, {}).flatMap(({ id, subject }) => {
    const judged = countOf(metrics, 'judged', { subject });
    const otherwise = sumOf(unlikePass, (outcome) =>
      countOf(metrics, 'judged_otherwise', { check: id, outcome }),
    );
    return otherwise <= judged
      ? []
      : [
          `The check ${id} judged ${counted(judged, 'answer')} under load, and ${countText(otherwise)} of them otherwise than as passed.`,
        ];
  });
}

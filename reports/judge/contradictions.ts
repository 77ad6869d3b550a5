import { totalCalls } from '../../checks/calls/calls.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import { overGridMs } from '../../checks/latency/measurement.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { unlikePass } from '../../checks/tally.ts';
import { countText } from '../../checks/wording.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { buckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { countedAtOnce, sliceLengthsMs } from '../../schemas/load-plan.ts';
import { type Facts, takenOffMostMs } from '../facts.ts';
import { countIn, countOf } from '../read-metrics.ts';
import { callsUnderLoad } from './answer-findings.ts';
import { histogramOf } from './endpoint-figures.ts';

/** How many calls one counter has, and how many a later one may have: a call is counted in the second only after the first. */
type Pair = readonly [whole: number, as: string, part: number, partAs: string, mostLeftOut?: number];

/**
 * A sentence for each two counters that disagree: a missing counter would read as 0. The last calls of a virtual user that was
 * stopped may be only in the counters that come first (`checks/load-metrics.ts`).
 */
export function contradictions(facts: Facts): string[] {
  const { plan, before, metrics } = facts;
  const { contract, load, loadShare, loads } = plan;
  const users = Math.ceil((load?.virtualUsers ?? 0) * Math.max(1, loadShare)) * loads.made;
  const underWay = Math.max(0, users - countOf(metrics, 'iterations')) * countedAtOnce;
  const ofChecks = [
    ...Object.entries(before?.tally ?? {}).map(([id, { outcomes, causes }]) => {
      const explained = sumOf(Object.values(causes), ({ count }) => count);
      return { id, pair: [outcomes.fail, 'as failed', explained, 'by what was wrong'] as const };
    }),
    ...checksFor(contract, {}).map(({ id, subject }) => {
      const judged = countOf(metrics, 'judged', { subject });
      const otherwise = sumOf(unlikePass, (outcome) =>
        countOf(metrics, 'judged_otherwise', { check: id, outcome }),
      );
      return { id, pair: [judged, 'as judged', otherwise, 'as judged otherwise than as passed'] as const };
    }),
  ];
  return [
    ...endpointNames.flatMap((endpoint) =>
      callPairs(facts, endpoint, underWay).flatMap((pair) =>
        disagreement(`Of the calls to ${endpointTitle(endpoint)}`, pair),
      ),
    ),
    ...ofChecks.flatMap(({ id, pair }) => disagreement(`Of the answers for the check ${id}`, pair)),
  ];
}

function disagreement(which: string, [whole, as, part, partAs, mostLeftOut = Infinity]: Pair): string[] {
  if (part <= whole && whole - part <= mostLeftOut) return [];
  return [`${which}, ${countText(whole)} were counted ${as}, but ${countText(part)} ${partAs}.`];
}

function callPairs({ plan, before, metrics }: Facts, endpoint: Endpoint, underWay: number): Pair[] {
  const { contract, load } = plan;
  const limitMs = limitMsOf(contract) + (before === null ? 0 : takenOffMostMs(before));
  // What the latency rule judges.
  const inSlices = countIn(metrics, load === null ? [] : sliceLengthsMs(load).map((_, at) => at));
  const [timed, slow] = [inSlices('latency', { endpoint }), inSlices('slow', { endpoint, why: 'duration' })];
  const counts = callsUnderLoad(metrics)[endpoint];
  const { succeeded, failed } = counts.results;
  const ended = sumOf(Object.values(counts.outcomes), Number);
  const drawn = histogramOf(metrics, 'latency_bucket', { endpoint });
  const over = sumOf(overGridMs, (step) => countOf(metrics, 'over_limit', { endpoint, over: String(step) }));
  // Buckets in which every call took longer than the limit.
  const beyond = buckets.slice(1).filter((bucket) => (upperEdgeMs(bucket - 1) ?? 0) >= limitMs);
  const drawnBeyond = sumOf(beyond, (bucket) =>
    countOf(metrics, 'latency_bucket', { endpoint, bucket: String(bucket) }),
  );
  return [
    [succeeded, 'as succeeded', timed, 'were timed', underWay],
    [succeeded, 'as succeeded', sumOf(drawn, ({ count }) => count), 'are in the histogram', underWay],
    [failed, 'as failed', inSlices('failed_calls', { endpoint }), 'by time', underWay],
    [totalCalls(counts) - succeeded, 'without success', ended, 'by how they ended'],
    [timed, 'by time', slow, 'as slow'],
    [slow, 'as slow', over, 'as over the limit'],
    [slow, 'as slow', drawnBeyond, 'are beyond the limit in the histogram'],
  ];
}

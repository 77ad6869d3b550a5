import { capacityOf, type LoadLevel } from '../../checks/latency/capacity.ts';
import { prospects } from '../../checks/latency/conditions.ts';
import { allowedShare, decidingPercentile, passAlpha } from '../../checks/latency/expectation.ts';
import { judgeLatency, type LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { isNear } from '../../checks/latency/network.ts';
import { type Divided, judgeQuietTime } from '../../checks/latency/quiet-time.ts';
import { stallResolutionMs } from '../../checks/statistics/samples.ts';
import { countText, msText } from '../../checks/wording.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import {
  levelRate,
  levelsOf,
  partOfLoad,
  type ResolvedLoad,
  sliceCount,
  slotShare,
} from '../../schemas/load-plan.ts';
import type { Facts, LoadedFacts } from '../facts.ts';
import { callsDue, countInSlices, type Metrics } from '../read-metrics.ts';
import type { Capacity, EndpointResult, LoadResult, QuietResult, TimeSlice } from '../report.ts';
import { callsAndTime } from './availability.ts';
import { connectionsFinding, figuresOf, networkResult } from './endpoint-figures.ts';
import { latencyExpectation, latencyFinding } from './latency-finding.ts';
import { generatorFacts, measurementOf } from './latency-measurement.ts';
import { mayShareMachine, quietSlices, withLeftOut } from './quiet-slices.ts';
import { withSlowKind } from './slow-kinds.ts';

/** The generators' part of the planned load; null: no load. */
export function loadMade({ plan: { load, loadShare } }: Facts): ResolvedLoad | null {
  return load && partOfLoad(load, loadShare);
}

/** Figures and a latency verdict for each endpoint. `failureBursts`: how many failures count as one; null: the load only shows what happens. */
export function loadSummary(facts: LoadedFacts) {
  const { plan, load, isAligned } = facts;
  const generator = generatorFacts(facts, null);
  const isShared = !facts.run.embeddedService && mayShareMachine(generator);
  const decides = plan.latencyDecides && load.shape === 'steady';
  const quiet = quietSlices(facts);
  const judged = endpointNames
    .filter((endpoint) => endpoint !== 'backup' || plan.contract.backup?.call !== false)
    .map((endpoint) => {
      const figures = figuresOf(facts, endpoint);
      const partOf = (chosen: readonly number[]) => ({
        measurement: measurementOf(facts, endpoint, figures, chosen),
        generator: generatorFacts(facts, chosen),
      });
      const measurement = measurementOf(facts, endpoint, figures, null);
      const expectation = latencyExpectation(facts, endpoint);
      const all = judgeLatency(measurement, generator, expectation);
      const divided = quiet && { kept: partOf(quiet.kept), leftOut: partOf(quiet.leftOut) };
      const latency = divided === null ? all : judgeQuietTime(divided, expectation, isShared ? all : null);
      const capacity = isAligned ? capacityUnder(facts, endpoint, figures.timeline) : null;
      const network = networkResult(measurement, generator);
      const { counts, endpoint: _endpoint, errors: _errors, cause: _why, remedy: _do, ...verdict } = latency;
      const judged =
        divided === null || latency === all ? verdict : { ...verdict, quiet: quietResult(divided, counts) };
      const shown = decides ? judged : { ...judged, verdict: 'not-applicable' as const, conditions: [] };
      const result = {
        endpoint: endpointTitle(endpoint),
        name: endpoint,
        ...all.counts,
        latency: shown,
        ...figures,
        timeline: isAligned ? withLeftOut(figures.timeline, quiet) : [],
        ...(network === null ? {} : { network }),
        ...(capacity === null ? {} : { capacity }),
      } satisfies EndpointResult;
      return { endpoint, latency, measurement, result };
    });
  const isFar = !isNear(generator.roundTrip);
  const endpoints = judged.map(({ result }) => result);
  return {
    findings: decides
      ? [
          ...judged.map(({ latency, measurement }) =>
            withSlowKind(latencyFinding(latency, facts, isFar), facts, measurement),
          ),
          ...judged.flatMap(({ endpoint, result }) =>
            endpoint === 'backup' ? [] : connectionsFinding(endpoint, result.connections),
          ),
        ]
      : [],
    endpoints,
    result: {
      model: 'open',
      settling: facts.before.warmUp,
      warmUpMs: load.warmUpMs,
      measuredMs: load.measureMs,
      offeredRate: generator.offeredRate,
      achievedRate: generator.achievedRate,
      droppedIterations: callsDue(facts.metrics).dropped,
      virtualUsers: load.virtualUsers,
      promise: promiseOf(facts, plan.load ?? load),
    } satisfies LoadResult,
    failureBursts: decides ? callsAndTime(endpoints, load.measureMs).calls.designEffect : null,
  };
}

function quietResult({ kept, leftOut }: Divided, counts: LatencyFinding['counts']): QuietResult {
  const { requests, slow, share_under_limit, share_under_limit_interval } = counts;
  const { valid, slow: slowLeftOut, failed, durationMs } = leftOut.measurement;
  return {
    ...{ requests, slow, share_under_limit, share_under_limit_interval },
    seconds: kept.measurement.durationMs / 1000,
    leftOut: { seconds: durationMs / 1000, requests: valid, slow: slowLeftOut + failed },
  };
}

const stallShare = 0.01;
/** Below this rate hardly any calls overlap while they keep the limit. */
const overlappingRate = 100;

/** What the planned calls can decide, and what they cannot show. */
function promiseOf({ plan }: LoadedFacts, load: ResolvedLoad): string {
  if (load.shape !== 'steady')
    return 'The load changes during the run: the report shows the result at each rate, which does not affect the verdict.';
  const isSparse = (plan.isRateGiven || plan.contract.rate !== undefined) && load.rate < overlappingRate;
  const { calls, decides } = prospects(load, plan.contract, plan.loads);
  const stallMs = stallResolutionMs(stallShare, load.measureMs, passAlpha);
  return [
    `About ${countText(calls)} calls an endpoint: ${decides === '' ? 'too few to decide any percentile' : `enough to decide ${decides} if nearly all calls are fast`}.`,
    `Stalls of up to ${msText(Math.floor(stallMs))} that take up 1 % of the time show; longer, rarer stalls may not.`,
    isSparse ? sparse : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const sparse =
  'At the chosen rate, which holds for the calls before the load too, hardly any calls were in flight together: a fault that needs several at once may not have shown.';

/** How an endpoint did at each rate of a changing load; null: the rate does not change. */
function capacityUnder(
  { plan, metrics, load }: LoadedFacts,
  endpoint: Endpoint,
  timeline: readonly TimeSlice[],
): Capacity | null {
  if (load.shape === 'steady' || endpoint === 'backup') return null;
  const measured = timeline.filter(({ warmUp }) => !warmUp);
  const multiples = levelsOf[load.shape];
  const peak = multiples.lastIndexOf(Math.max(...multiples));
  const perLevel = sliceCount / multiples.length;
  const holdMs = load.measureMs / multiples.length;
  const levels = multiples.map((multiple, index): LoadLevel => {
    const numbers = measured.map((_, slice) => slice).slice(index * perLevel, (index + 1) * perLevel);
    const made = countInSlices(metrics, 'made_calls', numbers);
    const misread = countInSlices(metrics, 'control_far_over', numbers);
    const n = Math.max(countInSlices(metrics, 'control_error', numbers), misread);
    const rate = levelRate(load, multiple);
    // k6 counts unsent calls only for all levels together.
    const unsent = callsDue(metrics).dropped === 0 ? 0 : (rate * holdMs) / 1000 - made - borderCalls;
    return {
      rate,
      afterPeak: index > peak,
      slices: numbers.map((slice) => {
        const lost = shed(metrics, endpoint, [slice]);
        const { requests = 0, slow = 0, failed = 0 } = measured[slice] ?? {};
        return { n: requests + lost, hits: slow + failed + lost };
      }),
      broken: countInSlices(metrics, 'far_over', numbers, { endpoint }) + shed(metrics, endpoint, numbers),
      dropped: Math.round(Math.max(0, unsent) * slotShare(endpoint, load)),
      control: load.hasControl ? { n, misread } : null,
    };
  });
  return capacityOf(levels, allowedShare(decidingPercentile(plan.contract)));
}

/** Calls due at the border of two levels may be made in the later one. */
const borderCalls = 5;

/** Valid calls in some slices that were turned away, redirected or refused under a changing load. */
export function shed(metrics: Metrics, endpoint: Endpoint, slices: readonly number[]): number {
  return countInSlices(metrics, 'shed', slices, { endpoint });
}

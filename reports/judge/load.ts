import { capacityOf, type LoadLevel } from '../../checks/latency/capacity.ts';
import { allowedShare, decidingPercentile } from '../../checks/latency/expectation.ts';
import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { countBeyond, farOverMs, overGridMs } from '../../checks/latency/measurement.ts';
import { type Divided, isDisturbed, isQuietEnough, judgeQuietTime } from '../../checks/latency/quiet-time.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { levelsOf, sliceCount, slotShare } from '../../schemas/load-plan.ts';
import type { LoadedFacts } from '../facts.ts';
import { countIn, countOf } from '../read-metrics.ts';
import type { Capacity, EndpointResult, LoadResult, QuietResult, TimeSlice } from '../report.ts';
import { availabilityOf } from './availability.ts';
import { earlyBreaks, goneCauses } from './completeness.ts';
import { connectionsFinding, figuresOf, timelineOf } from './endpoint-figures.ts';
import { latencyExpectation, latencyFindings } from './latency-finding.ts';
import { controlIn, generatorFacts, measurementOf } from './latency-measurement.ts';

/** A handshake within one machine takes less than this; hardly any between two machines does. */
const withinMachineMs = 0.15;

/** Figures and a latency verdict for each endpoint. `failureBursts`: how many failures count as one; null: the load only shows what happens. */
export function loadSummary(facts: LoadedFacts) {
  const { plan, run, load, isAligned } = facts;
  const generator = generatorFacts(facts, null);
  const { isOnThisMachine, roundTrip } = generator;
  // A service that was not started with the run may use the generator's processors: then its work looks like that of other programs.
  const isNearby = isOnThisMachine || roundTrip === null || roundTrip.floorMs < withinMachineMs;
  const isShared = !run.embeddedService && isNearby;
  const decides = plan.latencyDecides && load.shape === 'steady';
  const quiet = quietSlices(facts);
  const expectation = latencyExpectation(facts);
  const judged = endpointNames
    .filter((endpoint) => endpoint !== 'backup' || plan.contract.backup?.call !== false)
    .map((endpoint) => {
      const figures = figuresOf(facts, endpoint);
      const partOf = (chosen: readonly number[]) => ({
        measurement: measurementOf(facts, endpoint, figures, chosen),
        generator: generatorFacts(facts, chosen),
      });
      const measurement = measurementOf(facts, endpoint, figures, null);
      const all = judgeLatency(measurement, generator, expectation);
      const divided = quiet && { kept: partOf(quiet.kept), leftOut: partOf(quiet.leftOut) };
      const latency = divided === null ? all : judgeQuietTime(divided, expectation, isShared ? all : null);
      const capacity = isAligned ? capacityUnder(facts, endpoint, figures.timeline) : null;
      const { limitMs, verdict, explanation, conditions, slowCalls, reading, guardBandMs } = latency;
      const result = {
        endpoint: endpointTitle(endpoint),
        name: endpoint,
        ...all.counts,
        latency: {
          ...{ limitMs, verdict, explanation, conditions, slowCalls, reading, guardBandMs },
          ...(divided !== null && latency !== all && { quiet: quietResult(divided) }),
          ...(!decides && { verdict: 'not-applicable' as const, conditions: [] }),
        },
        ...figures,
        timeline: figures.timeline
          .filter(() => isAligned)
          .map((slice, at) => (quiet?.leftOut.includes(at) ? { ...slice, disturbed: true } : slice)),
        ...(capacity === null ? {} : { capacity }),
      } satisfies EndpointResult;
      return { latency, result };
    });
  const endpoints: readonly EndpointResult[] = judged.map(({ result }) => result);
  const availability = availabilityOf(plan.contract, load, endpoints);
  const deciding = decides ? judged.map(({ latency }) => latency) : [];
  return {
    findings: [
      ...latencyFindings(deciding, facts),
      ...deciding.flatMap(({ endpoint }) =>
        endpoint === 'backup' ? [] : connectionsFinding(endpoint, facts),
      ),
      ...availability.findings,
    ],
    causes: [...goneCauses(facts), ...earlyBreaks(endpoints, load)],
    endpoints,
    availability: availability.result,
    result: {
      settling: facts.before.warmUp,
      warmUpMs: load.warmUpMs,
      measuredMs: load.measureMs,
      offeredRate: generator.offeredRate,
      achievedRate: generator.achievedRate,
      droppedIterations: countOf(facts.metrics, 'dropped_calls'),
      virtualUsers: load.virtualUsers,
    } satisfies LoadResult,
    failureBursts: decides ? availability.failureBursts : null,
  };
}

/**
 * The numbers of the slices that count, and of those excluded because other programs disturbed them. null: all slices count, because
 * none or most were disturbed, or what was counted or measured in each is unknown.
 */
function quietSlices({ metrics, machineSlices, isAligned, load }: LoadedFacts) {
  if (load.shape !== 'steady' || !isAligned) return null;
  // What disturbs the generator is the same for all endpoints.
  const timeline = timelineOf(metrics, 'user', load);
  const all = timeline.map((_, at) => at);
  const leftOut = all.filter((at) => isDisturbed(machineSlices[at], timeline[at]?.disturbed === true));
  const kept = all.filter((at) => !leftOut.includes(at));
  if (leftOut.length === 0 || !isQuietEnough(kept.length, all.length)) return null;
  const controlsIn = (slices: readonly number[] | null) => {
    const count = countIn(metrics, slices);
    return sumOf([...overGridMs.map(String), 'none'], (over) => count('control_over', { over }));
  };
  // The companion's counts by slice do not add up to k6's totals if a virtual user, each of which makes control calls, was stopped
  // before it sent its counts. And without a control call nobody knows how exactly the quiet time was measured.
  const isMeasured = controlsIn(all) === controlsIn(null) && controlsIn(kept) > 0;
  return isMeasured ? { kept, leftOut } : null;
}

function quietResult({ kept, leftOut }: Divided): QuietResult {
  const secondsOf = ({ measurement }: Divided['kept']) => measurement.durationMs / 1000;
  return { seconds: secondsOf(kept), leftOut: { seconds: secondsOf(leftOut) } };
}

/** How an endpoint did at each rate of a changing load; null: the rate does not change. */
function capacityUnder(
  { plan, metrics, load }: LoadedFacts,
  endpoint: Endpoint,
  timeline: readonly TimeSlice[],
): Capacity | null {
  if (load.shape === 'steady' || endpoint === 'backup') return null;
  const multiples = levelsOf[load.shape];
  const peak = multiples.lastIndexOf(Math.max(...multiples));
  const perLevel = sliceCount / multiples.length;
  const levels = multiples.map((multiple, index): LoadLevel => {
    const numbers = Array.from({ length: perLevel }, (_, at) => index * perLevel + at);
    const count = countIn(metrics, numbers);
    const control = controlIn(metrics, numbers);
    return {
      rate: load.rate * multiple,
      afterPeak: index > peak,
      slices: numbers.map((slice) => {
        const lost = countIn(metrics, [slice])('shed', { endpoint });
        const { requests = 0, slow = 0, failed = 0 } = timeline[slice] ?? {};
        return { n: requests + lost, hits: slow + failed + lost };
      }),
      broken: count('far_over', { endpoint }) + count('shed', { endpoint }),
      dropped: Math.round(count('dropped_calls') * slotShare(endpoint, load)),
      control: control && {
        n: control.n + control.lost,
        misread: countBeyond(control.overError, farOverMs),
      },
    };
  });
  return capacityOf(levels, allowedShare(decidingPercentile(plan.contract)));
}

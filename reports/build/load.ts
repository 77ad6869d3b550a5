import type { Finding } from '../../checks/finding.ts';
import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { isNear } from '../../checks/latency/network.ts';
import { allowedShare, limitMsOf } from '../../checks/latency/reading.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { dueCalls, partOfLoad, type ResolvedLoad } from '../../schemas/load-plan.ts';
import type { BeforeLoad, Facts } from '../facts.ts';
import { callsDue } from '../metrics.ts';
import type { EndpointResult, LoadResult } from '../report.ts';
import { capacityUnder } from './capacity.ts';
import { connectionsFinding, connectionsResult } from './connections.ts';
import { figuresOf } from './endpoint-figures.ts';
import { isSampleLimited, latencyExpectation } from './latency-expectation.ts';
import { latencyFinding } from './latency-finding.ts';
import { generatorFacts, measurementOf } from './latency-measurement.ts';
import { networkResult } from './network.ts';

export interface LoadSummary {
  readonly findings: readonly Finding[];
  readonly endpoints: readonly EndpointResult[];
  readonly result: LoadResult;
}

/** The load as its generators made it: their part of the plan, as far as it went. null: there was none. */
export function loadMade({ plan: { load: whole, loadShare }, metrics, crossed }: Facts): ResolvedLoad | null {
  if (whole === null) return null;
  const load = partOfLoad(whole, loadShare);
  const { made, dropped } = callsDue(metrics);
  const measureMs = ((made + dropped) / load.rate) * 1000;
  const wasEnded = endpointNames.some((name) =>
    crossed.some((one) => one.startsWith(`${farOverKey(name)} `)),
  );
  return wasEnded && measureMs < load.measureMs ? { ...load, measureMs, stoppedEarly: true } : load;
}

/** The metric whose threshold ends a run where a fail of this endpoint has become certain. */
export function farOverKey(endpoint: Endpoint): string {
  return `far_over{endpoint:${endpoint},certain:yes}`;
}

/** What the load showed: figures and a latency verdict for each endpoint. */
export function loadSummary(facts: Facts, before: BeforeLoad, load: ResolvedLoad): LoadSummary {
  const { plan, metrics } = facts;
  const { contract } = plan;
  const generator = generatorFacts(facts, before, load);
  const limitMs = limitMsOf(contract);
  const judged = endpointNames
    .filter((endpoint) => endpoint !== 'backup' || contract.backup?.call !== false)
    .map((endpoint) => {
      const figures = figuresOf(facts, endpoint, load);
      const isLimited = isSampleLimited(plan, endpoint);
      const measurement = measurementOf(facts, before, endpoint, load, limitMs, figures, isLimited);
      const expectation = latencyExpectation(plan, endpoint, load);
      const latency = judgeLatency(measurement, generator, expectation);
      const allowed = allowedShare(expectation.reading);
      const capacity = facts.isAligned
        ? capacityUnder(metrics, endpoint, load, figures.timeline, allowed)
        : null;
      const network = networkResult(measurement, generator);
      const { counts, endpoint: _endpoint, ...verdict } = latency;
      const result = {
        endpoint: endpointTitle(endpoint),
        name: endpoint,
        ...counts,
        latency: verdict,
        ...figures,
        timeline: facts.isAligned ? figures.timeline : [],
        connections: connectionsResult(metrics, measurement.endpoint),
        ...(network === null ? {} : { network }),
        ...(capacity === null ? {} : { capacity }),
      } satisfies EndpointResult;
      return { endpoint, latency, result };
    });
  const decides = plan.latencyDecides && load.shape === 'steady';
  const isFar = !isNear(generator.roundTrip);
  return {
    findings: decides
      ? [
          ...judged.map(({ latency }) => latencyFinding(latency, plan, load, isFar)),
          ...judged.flatMap(({ endpoint, result }) =>
            endpoint === 'backup' ? [] : connectionsFinding(endpoint, result.connections),
          ),
        ]
      : [],
    endpoints: judged.map(({ result }) => result),
    result: loadResult(facts, before, load, generator.achievedRate),
  };
}

function loadResult(
  { plan, metrics }: Facts,
  before: BeforeLoad,
  load: ResolvedLoad,
  achievedRate: number,
): LoadResult {
  return {
    model: 'open',
    settling: before.warmUp,
    warmUpMs: load.warmUpMs,
    measuredMs: load.measureMs,
    stoppedEarly: load.stoppedEarly,
    offeredRate: (dueCalls(load) * 1000) / load.measureMs,
    achievedRate,
    droppedIterations: callsDue(metrics).dropped,
    virtualUsers: load.virtualUsers,
    promise:
      load.shape === 'steady'
        ? plan.promise
        : 'The load changes during the run: the report shows the result at each rate, which does not decide the verdict.',
  };
}

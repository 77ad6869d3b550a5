import type { Finding } from '../../checks/finding.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { allowedShare } from '../../checks/latency/reading.ts';
import type { EndpointResult, LoadResult } from '../../reports/report.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { latencyExpectation, limitMsOf } from '../latency-expectation.ts';
import { dueCalls } from '../load/plan.ts';
import type { RunContext } from '../run-context.ts';
import { nothingToLoad } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import { capacityUnder } from './capacity.ts';
import type { MachineFacts } from './companion-facts.ts';
import { connectionsFinding, connectionsResult } from './connections.ts';
import { figuresOf } from './endpoint-results.ts';
import { latencyFinding } from './latency-findings.ts';
import { generatorFacts, measurementOf } from './measurement.ts';
import { countOf, type SummaryData } from './summary-data.ts';

export interface LoadSummary {
  readonly findings: readonly Finding[];
  readonly endpoints: readonly EndpointResult[];
  readonly result: LoadResult | null;
}

/** What the load showed: figures and a latency verdict for each endpoint. Nothing where there was no load. */
export function loadSummary(
  context: RunContext,
  data: SummaryData,
  setup: SetupData,
  machine: MachineFacts,
): LoadSummary {
  const { load, contract, definition } = context;
  if (load === null || nothingToLoad(setup)) return { findings: [], endpoints: [], result: null };
  const generator = generatorFacts(data, load, setup, machine);
  const limitMs = limitMsOf(contract);
  const judged = endpointNames
    .filter((endpoint) => endpoint !== 'backup' || contract.backup?.call !== false)
    .map((endpoint) => {
      const figures = figuresOf(data, endpoint, load);
      const isLimited = endpoint === 'backup' && contract.backup?.calls === undefined;
      const measurement = measurementOf(data, endpoint, load, limitMs, figures, isLimited);
      const expectation = latencyExpectation(context, endpoint);
      const latency = judgeLatency(measurement, generator, expectation);
      const allowed = allowedShare(expectation.reading);
      const capacity = capacityUnder(data, endpoint, load, figures.timeline, allowed);
      const result = {
        ...endpointResult(endpoint, latency, measurement.lost, figures),
        connections: connectionsResult(data, endpoint),
        ...(capacity === null ? {} : { capacity }),
      };
      return { endpoint, latency, result };
    });
  const decides = definition.latencyDecides && load.shape === 'steady';
  const circumstances = {
    rate: load.rate,
    rateDeclared: context.settings.rate !== null || contract.rate !== undefined,
    limitDeclared: (contract.latency?.percentile ?? contract.latency?.limitMs) !== undefined,
  };
  return {
    findings: decides
      ? [
          ...judged.map(({ latency }) => latencyFinding(latency, circumstances)),
          ...judged.flatMap(({ endpoint, result }) =>
            endpoint === 'backup' ? [] : connectionsFinding(endpoint, result.connections),
          ),
        ]
      : [],
    endpoints: judged.map(({ result }) => result),
    result: loadResult(context, data, setup, generator.achievedRate),
  };
}

function endpointResult(
  name: Endpoint,
  latency: LatencyFinding,
  lost: number,
  figures: ReturnType<typeof figuresOf>,
): EndpointResult {
  const { requests, slow, failed, dropped, shareUnderLimit, shareUnderLimitInterval, ...rest } = latency;
  const { endpoint: _endpoint, ...result } = rest;
  return {
    endpoint: endpointTitle(name),
    name,
    requests,
    answered: requests - failed - dropped,
    failed,
    dropped,
    lost,
    slow,
    share_under_limit: shareUnderLimit,
    share_under_limit_interval: shareUnderLimitInterval,
    latency: result,
    ...figures,
  };
}

function loadResult(
  { load, settings }: RunContext,
  data: SummaryData,
  setup: SetupData,
  achievedRate: number,
): LoadResult | null {
  if (load === null) return null;
  const droppedIterations = countOf(data, 'dropped_iterations', { scenario: 'measure' });
  return {
    model: 'open',
    settling: setup.warmUp,
    warmUpMs: load.warmUpMs,
    measuredMs: load.measureMs,
    stoppedEarly: load.stoppedEarly,
    offeredRate: (dueCalls(load) * 1000) / load.measureMs,
    achievedRate,
    droppedIterations,
    virtualUsers: load.virtualUsers,
    promise:
      load.shape === 'steady'
        ? settings.profile.promise
        : 'The load changes: what is kept at each rate is shown and does not decide.',
  };
}

import { fail } from '../checks/check.ts';
import { limitMsOf } from '../checks/latency/expectation.ts';
import { callFeatures } from '../checks/latency/slow-kind.ts';
import { latencyCheck } from '../checks/run-checks.ts';
import { msText } from '../checks/wording.ts';
import type { KeptEvidence } from '../dist/facts-types.ts';
import { evidenceOf } from '../reports/evidence.ts';
import { countOf, figureOf, type Metrics } from '../reports/read-metrics.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import { exchangeOf, thrownFor } from './ask.ts';
import { evidenceContext, type RunContext } from './context.ts';
import { requestsOfCalls } from './load/load-requests.ts';
import { unpacked } from './load/slow-case.ts';
import { timetable } from './load/timetable.ts';
import { drawingFor } from './request-drawing.ts';
import type { LoadData } from './setup-data.ts';

/** Of the value of each feature that most slow calls have, rebuilds the slowest call from its number: virtual users keep no more. */
export function slowEvidence(context: RunContext, data: LoadData, metrics: Metrics): KeptEvidence[] {
  const { contract, settings, redact, load } = context;
  if (load === null) return [];
  const requestFor = requestsOfCalls(drawingFor(settings, contract, data), load, data.seed);
  const { at } = timetable(load);
  const limit = `less than ${msText(limitMsOf(contract) + data.networkTakenOffMs)}`;
  const evidence = (endpoint: Endpoint, packedCase: number) => {
    const { number, durationMs, status, isFresh } = unpacked(packedCase);
    const call = at(number);
    const request = requestFor(endpoint, call);
    const unread = exchangeOf(request, data.requests + call.index + 1, thrownFor(''));
    const response = { ...unread.response, status, durationMs, failure: null };
    const exchange = { ...unread, response, connection: isFresh ? ('fresh' as const) : ('used' as const) };
    const judgement = fail('slow', limit, msText(durationMs));
    return evidenceOf(exchange, judgement, null, evidenceContext(settings, 'load', redact));
  };
  return endpointNames.flatMap((endpoint) =>
    Object.entries(callFeatures).flatMap(([feature, values]) => {
      const count = (value: string) => countOf(metrics, 'slow_cases', { endpoint, [feature]: value });
      const [value = ''] = values.toSorted((a, b) => count(b) - count(a));
      const slowest = figureOf(metrics, 'slow_cases', 'max', { endpoint, [feature]: value });
      if (slowest === null) return [];
      const cause = `${feature} ${value}`;
      return [{ check: latencyCheck(endpoint).id, cause, evidence: evidence(endpoint, slowest) }];
    }),
  );
}

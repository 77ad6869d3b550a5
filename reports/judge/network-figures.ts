import { explainedBy } from '../../checks/causes.ts';
import { type Finding, finding, titleFor } from '../../checks/findings.ts';
import type { GeneratorFacts, LatencyMeasurement } from '../../checks/latency/measurement.ts';
import { freshCallProblem, handshakeCount, isFelt, networkTimes } from '../../checks/latency/network.ts';
import { freshResults } from '../../checks/load-metrics.ts';
import { connectionsCheck } from '../../checks/run-checks.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { percentileMs } from '../outcome.ts';
import { countOf, type Metrics, percentileOf } from '../read-metrics.ts';
import type { ConnectionsResult, NetworkResult } from '../report.ts';

/** The connections that the calls of one endpoint had to open under load. */
export function connectionsResult(metrics: Metrics, endpoint: Endpoint): ConnectionsResult {
  const fresh = (result: string) => countOf(metrics, 'fresh_calls', { endpoint, result });
  return {
    opened: countOf(metrics, 'set_up', { endpoint }),
    reopened: countOf(metrics, 'reopened', { endpoint }),
    setUpMedianMs: percentileOf(metrics, 'set_up', 50, { endpoint }),
    setUpP99Ms: percentileOf(metrics, 'set_up', 99, { endpoint }),
    freshCalls: sumOf(freshResults, fresh),
    freshFailures: fresh('failed'),
  };
}

/** Whether calls on fresh connections are answered, successfully or not: k6 hides resets of used connections. */
export function connectionsFinding(
  endpoint: Endpoint,
  { freshCalls, freshFailures }: ConnectionsResult,
): Finding {
  const problem = freshCallProblem(freshCalls, freshFailures);
  const verdict = freshCalls === 0 ? 'not-applicable' : problem === null ? 'pass' : 'inconclusive';
  const check = connectionsCheck(endpoint);
  return finding(check, {
    verdict,
    title: titleFor(verdict, check.title),
    reading:
      'An endpoint must answer its calls; the harness allows one in a thousand without an answer, which is its own choice. k6 retries a GET when a used connection breaks, so an eighth of the calls use fresh connections.',
    samples: freshCalls,
    failures: freshFailures,
    explanation: `${countText(freshFailures)} of ${countText(freshCalls)} calls on fresh connections got no whole answer.`,
    ...(problem !== null && explainedBy(problem)),
  });
}

/** The network's part of one endpoint's response times; null: the service is so near that it does not matter. */
export function networkResult(
  { takenOffMs, percentiles }: LatencyMeasurement,
  generator: GeneratorFacts,
): NetworkResult | null {
  const { roundTrip, handshakes } = generator;
  if (roundTrip === null || !isFelt(generator)) return null;
  const p99Ms = percentileMs({ percentiles }, 99);
  return {
    handshakes: handshakeCount(handshakes),
    ...networkTimes(roundTrip, handshakes),
    takenOffMs,
    serviceP99AtMostMs: p99Ms === null ? null : Math.max(0, p99Ms - roundTrip.floorMs),
  };
}

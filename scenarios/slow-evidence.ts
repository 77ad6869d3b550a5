import { fail } from '../checks/check.ts';
import { callFeatures } from '../checks/latency/call-features.ts';
import { limitMsOf } from '../checks/latency/expectation.ts';
import { latencyCheck } from '../checks/run-checks.ts';
import { msText } from '../checks/wording.ts';
import { evidenceOf } from '../reports/evidence.ts';
import type { KeptEvidence } from '../reports/facts.ts';
import { countOf, figureOf, type Metrics } from '../reports/read-metrics.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import { exchangeOf, thrownFor } from './ask.ts';
import { type SlowCase, unpacked } from './load/count-call.ts';
import { loadRequests } from './planned-request.ts';
import { probeForms } from './probe-forms.ts';
import { firstOf } from './random.ts';
import type { RunContext } from './run.ts';
import type { LoadData } from './setup-data.ts';
import { transportOf } from './way-to-service.ts';

/**
 * Of each feature of calls, the slowest call of the value that most slow calls have, made again from its number: no virtual user
 * keeps a request or an answer for it.
 */
export function slowEvidence(context: RunContext, data: LoadData, metrics: Metrics): KeptEvidence[] {
  const { contract, settings, redact } = context;
  const { token, headers, baseUrl } = settings;
  const requestFor = loadRequests(token, data, contract, probeForms(token, data.seed, headers));
  const limit = `less than ${msText(limitMsOf(contract) + data.networkTakenOffMs)}`;
  const evidence = (endpoint: Endpoint, { index, durationMs, status, isFresh }: SlowCase) => {
    const request = requestFor(endpoint, firstOf.measure + index);
    const unread = exchangeOf(request, data.requests + index + 1, thrownFor(''));
    const response = { ...unread.response, status, durationMs, failure: null };
    const exchange = { ...unread, response, connection: isFresh ? ('fresh' as const) : ('used' as const) };
    return evidenceOf(exchange, fail('slow', limit, msText(durationMs)), null, {
      ...{ phase: 'load', baseUrl, redact, transport: transportOf(settings) },
    });
  };
  return endpointNames.flatMap((endpoint) =>
    Object.entries(callFeatures).flatMap(([feature, values]) => {
      const count = (value: string) => countOf(metrics, 'slow_cases', { endpoint, [feature]: value });
      const [value = ''] = values.toSorted((a, b) => count(b) - count(a));
      const slowest = figureOf(metrics, 'slow_cases', 'max', { endpoint, [feature]: value });
      if (slowest === null) return [];
      const kept = evidence(endpoint, unpacked(slowest));
      return [{ check: latencyCheck(endpoint).id, cause: `${feature} ${value}`, evidence: kept }];
    }),
  );
}

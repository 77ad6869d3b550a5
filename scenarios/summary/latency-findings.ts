import { clauses, sentenceOf } from '../../checks/clauses.ts';
import type { Finding } from '../../checks/finding.ts';
import type { LatencyFinding } from '../../checks/latency/latency-finding.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';

/** The latency verdict of one endpoint as a finding of the clause in §8. */
export function latencyFinding(latency: LatencyFinding): Finding {
  const { endpoint, verdict, reading, limitMs, conditions } = latency;
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');
  const whose =
    latency.readingOrigin === 'declared' ? 'declared by the operator' : "the harness's own choice";
  const under = `under ${limitMs} ms (${reading})`;
  const titles = {
    pass: `${endpointTitle(endpoint)} answers ${under}`,
    fail: `${endpointTitle(endpoint)} does not answer ${under}`,
    inconclusive: `Open: ${endpointTitle(endpoint)} answers ${under}`,
    'not-applicable': `Not judged: ${endpointTitle(endpoint)} answers ${under}`,
  };
  return {
    check: `${endpoint}-latency`,
    clause: '8.response-time',
    section: clauses['8.response-time'].section,
    sentence: sentenceOf('8.response-time'),
    origin: limitMs === 20 ? 'stated' : 'declared',
    verdict,
    title: titles[verdict],
    reading: `The document names no percentile; ${reading} is ${whose}. Failed and dropped calls count as slow.`,
    endpoint: endpointTitle(endpoint),
    samples: latency.requests,
    failures: latency.slow,
    floor: 1,
    explanation: latency.explanation,
    remedy: verdict === 'inconclusive' ? [...new Set(blocking.map(({ remedy }) => remedy))].join(' ') : '',
    causes: verdict === 'fail' ? [slowCause(latency)] : [],
    contested: [],
    waiver: null,
  };
}

function slowCause({ slow, requests, failed, dropped, limitMs }: LatencyFinding): Finding['causes'][number] {
  const parts = [
    `${slow - failed - dropped} answered at or above ${limitMs} ms`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(dropped > 0 ? [`${dropped} were never made in time`] : []),
  ];
  return {
    cause: 'slow calls',
    count: slow,
    expected: `an answer in less than ${limitMs} ms`,
    actual: `of ${requests} calls ${parts.join(', ')}`,
    evidence: [],
  };
}

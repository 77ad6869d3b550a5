import { type Finding, finding } from '../../checks/finding.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { latencyCheck } from '../../checks/run-checks.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import { perSecond } from '../format.ts';

/** What the document leaves open and the verdict rests on. */
export interface Circumstances {
  /** Requests per second, all endpoints together. */
  readonly rate: number;
  readonly rateDeclared: boolean;
  /** The contract's; null: it has none. */
  readonly maxDataBytes: number | null;
  /** The service is so far away that larger data is counted apart. */
  readonly isFar: boolean;
  /** The contract has a percentile or a limit. */
  readonly limitDeclared: boolean;
}

/** The latency verdict of one endpoint as a finding of the clause in §8. */
export function latencyFinding(latency: LatencyFinding, circumstances: Circumstances): Finding {
  const { endpoint, verdict, reading, limitMs, conditions } = latency;
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');
  const under = `under ${limitMs} ms (${reading})`;
  const titles = {
    pass: `${endpointTitle(endpoint)} answers ${under}`,
    fail: `${endpointTitle(endpoint)} does not answer ${under}`,
    inconclusive: `Cannot tell whether ${endpointTitle(endpoint)} answers ${under}`,
    'not-applicable': `Not judged: ${endpointTitle(endpoint)} answers ${under}`,
  };
  const origin = circumstances.limitDeclared ? 'declared' : 'derived';
  return finding(
    { ...latencyCheck(endpoint), origin },
    {
      verdict,
      title: titles[verdict],
      reading: inferenceOf(latency, circumstances),
      samples: latency.requests,
      failures: latency.slow,
      floor: 1,
      explanation: latency.explanation,
      remedy: verdict === 'inconclusive' ? [...new Set(blocking.map(({ remedy }) => remedy))].join(' ') : '',
      causes: verdict === 'fail' ? [slowCause(latency)] : [],
    },
  );
}

/** What the document's words do not say and the verdict needs. */
function inferenceOf(
  { reading, readingOrigin }: LatencyFinding,
  { rate, rateDeclared, maxDataBytes, isFar }: Circumstances,
): string {
  const whose = (declared: boolean) => (declared ? 'declared' : 'our choice');
  return [
    '§8 names no percentile, rate, data or vantage point.',
    `Judged at ${reading} (${whose(readingOrigin === 'declared')}) of calls at ${perSecond(rate)} over all endpoints (${whose(rateDeclared)}), with ${dataWords(maxDataBytes, isFar)}, timed from this machine on an open connection.`,
    'Failed and dropped calls count as slow.',
  ].join(' ');
}

/** No more than this under load, whatever a contract allows (`scenarios/load/question.ts`). */
const mostBytes = 65_536;

function dataWords(maxDataBytes: number | null, isFar: boolean): string {
  if (isFar) return 'up to 8 kB of data (our choice from this distance; more is reported apart)';
  if (maxDataBytes === null || maxDataBytes > mostBytes) return 'up to 64 KiB of data (our choice)';
  const bytes = maxDataBytes === 1 ? '1 byte' : `${maxDataBytes} bytes`;
  return `up to ${bytes} of data (declared)`;
}

function slowCause({ slow, requests, failed, dropped, limitMs }: LatencyFinding): Finding['causes'][number] {
  const parts = [
    `${slow - failed - dropped} answered at or above ${limitMs} ms`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(dropped > 0 ? [`${dropped} were not made in time`] : []),
  ];
  return {
    cause: 'slow calls',
    count: slow,
    expected: `an answer in less than ${limitMs} ms`,
    actual: `of ${requests} calls ${parts.join(', ')}`,
    evidence: [],
  };
}

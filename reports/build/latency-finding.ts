import { type Finding, finding, titleFor } from '../../checks/finding.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { latencyCheck } from '../../checks/run-checks.ts';
import { perSecond } from '../../checks/wording.ts';
import { endpointTitle } from '../../schemas/endpoints.ts';
import { mostBytesUnderLoad, type ResolvedLoad } from '../../schemas/load-plan.ts';
import type { RunPlan } from '../facts.ts';

/** The latency verdict of one endpoint as a finding of the clause in §8; `isFar`: larger data is counted apart. */
export function latencyFinding(
  latency: LatencyFinding,
  plan: RunPlan,
  load: ResolvedLoad,
  isFar: boolean,
): Finding {
  const { endpoint, counts, verdict, reading, limitMs, conditions } = latency;
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');
  const title = endpointTitle(endpoint);
  const under = `under ${limitMs} ms (${reading})`;
  const { percentile, limitMs: declaredMs, at } = plan.contract.latency ?? {};
  const origin = (percentile ?? declaredMs ?? at) === undefined ? 'derived' : 'declared';
  return finding(
    { ...latencyCheck(endpoint), origin },
    {
      verdict,
      title: titleFor(verdict, `${title} answers ${under}`, `${title} does not answer ${under}`),
      reading: inferenceOf(latency, plan, load, isFar),
      samples: counts.requests,
      failures: counts.slow,
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
  { contract, isRateGiven }: RunPlan,
  { rate }: ResolvedLoad,
  isFar: boolean,
): string {
  const rateDeclared = isRateGiven || contract.rate !== undefined;
  const whose = (declared: boolean) => (declared ? 'declared' : 'our choice');
  return [
    '§8 names no percentile, rate, data or vantage point.',
    `Judged at ${reading} (${whose(readingOrigin === 'declared')}) of calls at ${perSecond(rate)} over all endpoints (${whose(rateDeclared)}), with ${dataWords(contract.encrypt?.maxDataBytes, isFar)}, timed from this machine on an open connection.`,
    'Failed and dropped calls count as slow.',
  ].join(' ');
}

function dataWords(maxDataBytes: number | undefined, isFar: boolean): string {
  if (isFar) return 'up to 8 kB of data (our choice from this distance; more is reported apart)';
  if (maxDataBytes === undefined || maxDataBytes > mostBytesUnderLoad)
    return 'up to 64 KiB of data (our choice)';
  const bytes = maxDataBytes === 1 ? '1 byte' : `${maxDataBytes} bytes`;
  return `up to ${bytes} of data (declared)`;
}

function slowCause({ counts, limitMs }: LatencyFinding): Finding['causes'][number] {
  const { slow, requests, failed, dropped } = counts;
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

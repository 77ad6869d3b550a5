import { isMarked, mendedBy, said } from '../../checks/causes.ts';
import { type Finding, finding, titleFor } from '../../checks/findings.ts';
import {
  allowedShare,
  decidingPercentile,
  type LatencyExpectation,
  limitAtOf,
  passAlpha,
  percentileName,
} from '../../checks/latency/expectation.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { isNear } from '../../checks/latency/network.ts';
import { latencyCheck } from '../../checks/run-checks.ts';
import { cleanSamples } from '../../checks/statistics/samples.ts';
import { counted, perSecond } from '../../checks/wording.ts';
import { type Endpoint, endpointTitle } from '../../schemas/endpoints.ts';
import { mostBytesUnderLoad } from '../../schemas/load-plan.ts';
import type { LoadedFacts, RunPlan } from '../facts.ts';

/** What every endpoint is judged by: the contract's choices, or else the harness's own. */
export function latencyExpectation({ plan, load }: LoadedFacts): LatencyExpectation {
  const { contract, loads } = plan;
  return {
    percentile: decidingPercentile(contract),
    limitAt: limitAtOf(contract),
    loads,
    maxStallMs: load.maxStallMs,
  };
}

/** Whether an endpoint with side effects is called too rarely to show that it keeps the limit. */
export function isSampleLimited({ contract, load }: RunPlan, endpoint: Endpoint): boolean {
  if (endpoint !== 'backup') return false;
  const percentile = decidingPercentile(contract);
  if (contract.backup?.calls === undefined || load === null) return true;
  return percentile !== 'every' && load.backups < cleanSamples(allowedShare(percentile), passAlpha);
}

/** The latency verdicts as findings about §8. A load that is long enough for the endpoint that needs the longest is so for all. */
export function latencyFindings(judged: readonly LatencyFinding[], facts: LoadedFacts): Finding[] {
  const asking = judged.flatMap(({ cause, conditions }) =>
    conditions.filter(({ id }) => id === cause && isMarked(id, 'longer')),
  );
  const [longest] = asking.toSorted((a, b) => (b.longerTimes ?? 0) - (a.longerTimes ?? 0));
  return judged.map((latency) => latencyFinding(latency, facts, longest?.remedy));
}

function latencyFinding(latency: LatencyFinding, facts: LoadedFacts, longest = ''): Finding {
  const { endpoint, counts, errors, verdict, explanation, cause = '' } = latency;
  const remedy = isMarked(cause, 'longer') ? longest : latency.remedy;
  const { percentile, limitMs, at } = facts.plan.contract.latency ?? {};
  const origin = (percentile ?? limitMs ?? at) === undefined ? 'derived' : 'declared';
  return finding(
    { ...latencyCheck(endpoint), origin },
    {
      verdict,
      title: latencyTitle(latency),
      reading: readingText(latency, facts),
      samples: counts.requests,
      failures: counts.slow - errors,
      floor: 1,
      explanation,
      ...(verdict === 'fail'
        ? mendedBy(said(origin === 'derived' ? 'slow' : 'slower-than-declared'))
        : { remedy, ...(cause !== '' && { cause }) }),
    },
  );
}

function latencyTitle({ endpoint, verdict, reading, limitMs }: LatencyFinding): string {
  const title = endpointTitle(endpoint);
  const call = `call of ${title} takes less than ${limitMs} ms`;
  if (reading === percentileName('every')) return titleFor(verdict, `Every ${call}`, `Not every ${call}`);
  const figure = `The ${reading} of ${title} is`;
  return titleFor(verdict, `${figure} under ${limitMs} ms`, `${figure} not under ${limitMs} ms`);
}

/** Below this rate hardly any calls overlap while they keep the limit. */
const overlappingRate = 100;

const sparse =
  'At the chosen rate, which holds for the calls before the load too, hardly any calls were in flight together: a fault that needs several at once may not have shown.';

/** The assumptions of the verdict that the document does not state. */
function readingText(
  { reading }: LatencyFinding,
  { plan: { contract, isRateGiven }, load: { rate }, before: { roundTrip } }: LoadedFacts,
): string {
  const whose = (declared: boolean) => (declared ? 'declared' : 'our choice');
  const mostBytes = contract.encrypt?.maxDataBytes ?? Infinity;
  const data = !isNear(roundTrip)
    ? '8 kB of data (our choice from this distance)'
    : mostBytes > mostBytesUnderLoad
      ? '64 KiB of data (our choice)'
      : `${counted(mostBytes, 'byte')} of data (declared)`;
  const isSparse = (isRateGiven || contract.rate !== undefined) && rate < overlappingRate;
  return [
    `${reading} (${whose(contract.latency?.percentile !== undefined)}) of calls at ${perSecond(rate)} over all endpoints (${isRateGiven ? '--rate' : whose(contract.rate !== undefined)}), with up to ${data}, timed from this machine on an open connection: §8 names none of these.`,
    'For a pass, calls that failed or were not sent count as slow; for a fail, failed calls that were not answered in time.',
    ...(isSparse ? [sparse] : []),
  ].join(' ');
}

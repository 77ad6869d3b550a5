import { distinct } from '../../checks/add-up.ts';
import { type Finding, finding, titleFor } from '../../checks/findings.ts';
import {
  allowedShare,
  decidingPercentile,
  type LatencyExpectation,
  limitAtOf,
  passAlpha,
} from '../../checks/latency/expectation.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import { latencyCheck } from '../../checks/run-checks.ts';
import { allowedSlowAnyClustering, cleanSamples } from '../../checks/statistics/samples.ts';
import { counted, countText, perSecond } from '../../checks/wording.ts';
import { type Endpoint, endpointTitle } from '../../schemas/endpoints.ts';
import { dueCalls, mostBytesUnderLoad, type ResolvedLoad, slotShare } from '../../schemas/load-plan.ts';
import type { RunPlan } from '../facts.ts';
import type { Condition } from '../report.ts';
import { dayOf, waivedChecks } from '../waivers.ts';

/** What an endpoint is judged by: the contract's percentile, or else the harness's own. */
export function latencyExpectation(
  plan: RunPlan,
  endpoint: Endpoint,
  load: ResolvedLoad | null = plan.load,
): LatencyExpectation {
  const { contract } = plan;
  const threshold = slowThreshold({ ...plan, load }, endpoint);
  return {
    percentile: decidingPercentile(contract),
    percentileOrigin: contract.latency?.percentile === undefined ? 'harness default' : 'declared',
    limitAt: limitAtOf(contract),
    looks: plan.loads ?? { most: 1, made: 1 },
    maxStallMs: load?.maxStallMs ?? 0,
    ...(threshold === null ? {} : { thresholdSlow: threshold }),
  };
}

/**
 * Slow calls of an endpoint that plain k6's threshold allows: so few that the endpoint passes however they cluster, or, where
 * calls are too few for a pass, so few that they do not cause a fail. null where the companion's rule decides.
 */
export function slowThreshold(plan: RunPlan, endpoint: Endpoint): number | null {
  const { contract, load, hasCompanion } = plan;
  if (isWaived(plan, endpoint)) return null;
  if (hasCompanion || load === null || load.shape !== 'steady') return null;
  const percentile = decidingPercentile(contract);
  if (typeof percentile !== 'number') return 0;
  if (isSampleLimited(plan, endpoint)) return Math.floor(allowedShare(percentile) * load.backups);
  const planned = Math.floor(dueCalls(load) * slotShare(endpoint, load) * 0.97);
  return Math.max(0, allowedSlowAnyClustering(planned, allowedShare(percentile), passAlpha));
}

/** Whether an endpoint with side effects is called too rarely to show that the limit is kept. */
export function isSampleLimited({ contract, load }: RunPlan, endpoint: Endpoint): boolean {
  if (endpoint !== 'backup') return false;
  const percentile = decidingPercentile(contract);
  if (contract.backup?.calls === undefined || load === null) return true;
  return percentile !== 'every' && load.backups < cleanSamples(allowedShare(percentile), passAlpha);
}

/** Whether slow calls to this endpoint are waived on the day of the run. */
function isWaived({ contract, startedAtMs }: RunPlan, endpoint: Endpoint): boolean {
  return waivedChecks(contract, dayOf(startedAtMs)).includes(latencyCheck(endpoint).id);
}

/** The latency verdict of one endpoint as a finding about §8; `isFar`: no call had much data. */
export function latencyFinding(
  latency: LatencyFinding,
  plan: RunPlan,
  load: ResolvedLoad,
  isFar: boolean,
): Finding {
  const { endpoint, counts, errors, verdict, reading, limitMs, conditions } = latency;
  const title = endpointTitle(endpoint);
  const under = `under ${limitMs} ms (${reading})`;
  const { percentile, limitMs: declaredMs, at } = plan.contract.latency ?? {};
  const origin = (percentile ?? declaredMs ?? at) === undefined ? 'derived' : 'declared';
  return finding(
    { ...latencyCheck(endpoint), origin },
    {
      verdict,
      title: titleFor(verdict, `${title} answers ${under}`, `${title} does not answer ${under}`),
      reading: readingText(latency, plan, load, isFar),
      samples: counts.requests,
      failures: counts.slow - errors,
      floor: 1,
      explanation: latency.explanation,
      remedy: verdict === 'inconclusive' ? remedyFor(conditions, latency.explanation) : '',
      causes: verdict === 'fail' ? [slowCause(latency)] : [],
    },
  );
}

/**
 * A line for each remedy: "reasons → remedy", the most decisive first: a busy machine may be why calls are too few. The remedy alone
 * where the explanation ends in its only reason.
 */
function remedyFor(conditions: readonly Condition[], explanation: string): string {
  const ofEffect = (wanted: Condition['effect']) => conditions.filter(({ effect }) => effect === wanted);
  const busy = ofEffect('warning').filter(({ id }) => id === 'busy-machine' || id === 'starved-service');
  const unusable = ofEffect('void');
  // What is missing shows only in a run that can be used.
  const blocking = [...unusable, ...busy, ...(unusable.length > 0 ? [] : ofEffect('no-pass'))];
  if (blocking.length === 1 && explanation.endsWith(blocking[0]?.reason ?? ''))
    return blocking[0]?.remedy ?? '';
  return distinct(blocking.map(({ remedy }) => remedy))
    .map((remedy) => {
      const reasons = blocking.filter((one) => one.remedy === remedy).map(({ reason }) => reason);
      return `${reasons.join(' ')} → ${remedy}`;
    })
    .join('\n');
}

/** What the verdict needs and the document does not say. */
function readingText(
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
    'For a pass, calls that failed or were not sent count as slow; for a fail, failed calls that were not answered in time.',
  ].join(' ');
}

function dataWords(maxDataBytes: number | undefined, isFar: boolean): string {
  if (isFar) return 'up to 8 kB of data (our choice from this distance)';
  if (maxDataBytes === undefined || maxDataBytes > mostBytesUnderLoad)
    return 'up to 64 KiB of data (our choice)';
  return `up to ${counted(maxDataBytes, 'byte')} of data (declared)`;
}

function slowCause({ counts, errors, limitMs }: LatencyFinding): Finding['causes'][number] {
  const { slow, requests, failed, dropped } = counts;
  const parts = [
    `${countText(slow - errors - dropped)} took ${limitMs} ms or longer${failed > errors ? ' or were not answered' : ''}`,
    ...(dropped > 0 ? [`${countText(dropped)} were not sent`] : []),
  ];
  return {
    cause: 'slow calls',
    count: slow - errors,
    expected: `an answer in less than ${limitMs} ms`,
    actual: `of ${countText(requests)} calls, ${parts.join(', ')}`,
    evidence: [],
  };
}

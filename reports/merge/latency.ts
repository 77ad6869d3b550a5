import { allowedShare, passAlpha, readingNamed } from '../../checks/latency/reading.ts';
import { upperBound } from '../../checks/statistics/clopper-pearson.ts';
import { designEffect } from '../../checks/statistics/design-effect.ts';
import { countText, percentText } from '../../checks/wording.ts';
import type { Condition, EndpointResult, LatencyResult, Report } from '../report.ts';
import { mergeConditions, mergingCondition } from './conditions.ts';
import { highest, strictest, sum } from './totals.ts';

/** Judges the endpoints of the merged run, in their order. */
export type LatencyJudge = (
  merged: readonly EndpointResult[],
  reports: readonly Report[],
) => readonly (LatencyResult | null)[];

/**
 * A part that fails fails the whole. A pass rests on the merged counts, by the rule of a single run. Nothing else
 * decides: what only the merged counts could refute stays open, since the guard band was measured apart.
 */
export const judgeMerged: LatencyJudge = (merged, reports) =>
  merged.map((endpoint) => {
    const results = reports.flatMap(({ endpoints }) =>
      endpoints.filter(({ name }) => name === endpoint.name),
    );
    const [first, ...others] = results.flatMap(({ latency }) => latency ?? []);
    return first === undefined ? null : mergeLatency(endpoint, results, [first, ...others]);
  });

type Latencies = readonly [LatencyResult, ...LatencyResult[]];

function mergeLatency(
  merged: EndpointResult,
  results: readonly EndpointResult[],
  parts: Latencies,
): LatencyResult {
  const [first] = parts;
  const evidence = evidenceOf(merged, results);
  const conditions = mergeConditions(parts);
  const allowed = allowedShare(readingNamed(first.reading) ?? 'every');
  const verdict = verdictOf(parts, evidence, conditions, allowed);
  const blocked = conditions.some(({ effect }) => effect !== 'warning');
  return {
    ...first,
    verdict,
    explanation: explain(verdict, merged, evidence, conditions),
    certifiedShare: blocked || evidence.upper >= 1 ? null : 1 - evidence.upper,
    refutedShare: parts.some(({ refutedShare }) => refutedShare === null)
      ? null
      : highest(parts.map(({ refutedShare }) => refutedShare)),
    effectiveSamples: evidence.samples / evidence.designEffect,
    designEffect: evidence.designEffect,
    stallResolutionMs: highest(parts.map(({ stallResolutionMs }) => stallResolutionMs)) ?? 0,
    guardBandMs: highest(parts.map(({ guardBandMs }) => guardBandMs)) ?? 0,
    guardBandSource: `the largest of ${parts.length} generators: ${first.guardBandSource}`,
    readings: first.readings.map(({ reading }) => mergeReading(reading, first.reading, verdict, parts)),
    conditions: [...conditions, mergingCondition(parts.length, merged.timeline.length > 0)],
  };
}

interface Evidence {
  readonly samples: number;
  readonly slow: number;
  readonly designEffect: number;
  /** No more than this share is slow. */
  readonly upper: number;
}

/**
 * The generators may have met the same bursts. What a part's design effect has above 1 is taken as common to all, so
 * that the effects add up as standard deviations do; bursts too thin for one part show in the merged slices of time.
 * Without these, calls that all generators make at the same time are taken as one.
 */
function evidenceOf(merged: EndpointResult, results: readonly EndpointResult[]): Evidence {
  const samples = judgedCalls(merged);
  const bursts = sum(results, (part) =>
    Math.sqrt(judgedCalls(part) * Math.max(0, (part.latency?.designEffect ?? 1) - 1)),
  );
  const common = samples === 0 ? 1 : 1 + bursts ** 2 / samples;
  const slices = merged.timeline.filter(({ warmUp }) => !warmUp);
  const effect =
    slices.length < fewestSlices
      ? common * results.length
      : Math.max(
          common,
          designEffect(
            slices.map(({ requests: n, slow, failed, unproven = 0 }) => ({
              n,
              hits: slow + failed + unproven,
            })),
          ),
        );
  const upper = upperBound(merged.slow / effect, samples / effect, passAlpha);
  return { samples, slow: merged.slow, designEffect: effect, upper };
}

/** Fewer tell nothing of bursts. */
const fewestSlices = 20;

/** Calls that were due and belong to the figure; lost ones do not. */
export function judgedCalls({ answered, failed, dropped }: EndpointResult): number {
  return answered + failed + dropped;
}

function verdictOf(
  parts: Latencies,
  evidence: Evidence,
  conditions: readonly Condition[],
  allowed: number,
): LatencyResult['verdict'] {
  const verdicts = parts.map(({ verdict }) => verdict);
  if (verdicts.includes('fail')) return 'fail';
  const isBlocked = conditions.some(({ effect }) => effect !== 'warning');
  if (evidence.upper <= allowed && !isBlocked && evidence.samples > 0) return 'pass';
  return verdicts.every((verdict) => verdict === 'not-applicable') ? 'not-applicable' : 'inconclusive';
}

function explain(
  verdict: LatencyResult['verdict'],
  { slow }: EndpointResult,
  { samples, upper }: Evidence,
  conditions: readonly Condition[],
): string {
  const counts = `${countText(slow)} of ${countText(samples)} calls of all generators were slow.`;
  const certain = `At least ${percentText(1 - upper, 'down')} are not (99.5 % confidence).`;
  if (verdict === 'fail') return `${counts} At least one generator shows more than the reading allows.`;
  if (verdict === 'pass') return `${counts} ${certain}`;
  const block = conditions.find(({ effect }) => effect !== 'warning');
  return `${counts} ${block?.reason ?? `${certain} That is too little, and no generator shows more slow calls than allowed.`}`;
}

/** The other readings are not judged again: they pass where every part passed. */
function mergeReading(
  reading: string,
  deciding: string,
  verdict: LatencyResult['verdict'],
  parts: Latencies,
): LatencyResult['readings'][number] {
  const there = parts.flatMap(({ readings }) => readings.filter((one) => one.reading === reading));
  const explanation = [...new Set(there.map((one) => one.explanation))].join(' ');
  if (reading === deciding && verdict !== 'not-applicable') return { reading, verdict, explanation };
  return { reading, verdict: strictest(there.map((one) => one.verdict)), explanation };
}

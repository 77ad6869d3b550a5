import { studentT } from '../../checks/statistics/distributions.ts';
import type { Verdict } from '../report.ts';
import { findChanges } from './change-points.ts';

/** One figure of a run against those of the baseline. */
export interface Comparison {
  readonly verdict: Verdict;
  /** Runs of the baseline since their last change. */
  readonly runs: number;
  readonly levelMs: number;
  /** The most that noise explains, tolerance included. */
  readonly mostMs: number;
  /** So many times the level would hardly have gone unseen. */
  readonly sureRatio: number;
}

/** Noise decides nothing where even a service twice as slow, and slower by a millisecond, could hide in it. */
const mostUnseen = { ratio: 2, ms: 1 } as const;
const tolerance = { ratio: 0.02, ms: 0.2 } as const;
const manyDegrees = 1e6;

/**
 * Prediction interval of one more run on a log scale: t with one degree of freedom less than there are runs. A single
 * run tells nothing of the noise between runs, so `usualNoise`, a standard deviation on that scale, stands in for it.
 */
export function compareTimes(
  nowMs: number,
  beforeMs: readonly number[],
  alpha: number,
  usualNoise: number,
): Comparison {
  const stretch = sinceLastChange(beforeMs).map(Math.log);
  const runs = stretch.length;
  const level = stretch.reduce((sum, value) => sum + value, 0) / runs;
  const squares = stretch.reduce((sum, value) => sum + (value - level) ** 2, 0);
  const deviation = runs === 1 ? usualNoise : Math.sqrt(squares / (runs - 1));
  const noise =
    studentT(2 * alpha, runs === 1 ? manyDegrees : runs - 1) * deviation * Math.sqrt(1 + 1 / runs);
  const levelMs = Math.exp(level);
  const tolerated = Math.log1p(Math.max(tolerance.ratio, tolerance.ms / levelMs));
  const sureRatio = Math.exp(tolerated + 2 * noise);
  const isSlower = Math.log(nowMs) - level > tolerated + noise;
  const isSeen = sureRatio <= mostUnseen.ratio || levelMs * (sureRatio - 1) <= mostUnseen.ms;
  const verdict = isSlower ? 'fail' : isSeen ? 'pass' : 'inconclusive';
  return { verdict, runs, levelMs, mostMs: levelMs * Math.exp(tolerated + noise), sureRatio };
}

/** By the same search as in a trend: what was before a change is no measure of today. */
function sinceLastChange(values: readonly number[]): readonly number[] {
  return values.slice(findChanges([values]).changePoints.at(-1)?.run ?? 0);
}

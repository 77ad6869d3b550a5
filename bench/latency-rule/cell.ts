import { longestTimes } from '../../checks/latency/conditions.ts';
import { mayBeDecided, timesGrown } from '../../checks/latency/expectation.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import type { LoadsMade } from '../../dist/facts-types.ts';

/** One cell: windows of one kind, and how many the rule passed and failed. */
export interface Cell {
  readonly name: string;
  readonly isOverLimit: boolean;
  /** The mean burst over the stated stall resolution; null: no bursts, a generator that misreads. */
  readonly resolved: number | null;
  readonly windows: number;
  readonly pass: number;
  readonly fail: number;
  /** Passes on the same windows by the sample's 99th percentile, and by Clopper–Pearson without a design effect. */
  readonly passByPercentile: number | null;
  readonly passIfIndependent: number | null;
}

/** How many loads a run makes that goes on, each as long as all before it. */
export const loadsMost = 3;

/** `verdictOfNext`: of another window. */
export function cellOf(
  name: string,
  windows: number,
  isOverLimit: boolean,
  verdictOfNext: () => string,
): Cell {
  const verdicts = Array.from({ length: windows }, verdictOfNext);
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
  const others = { resolved: null, passByPercentile: null, passIfIndependent: null };
  return { name, isOverLimit, windows, pass: count('pass'), fail: count('fail'), ...others };
}

/** `judgeLonger` makes the load longer by `more` first loads, so that there are `times` as much of it, and judges all of it. */
export function verdictOfGoingOn(
  judgeLonger: (loads: LoadsMade, more: number, times: number) => LatencyFinding,
): string {
  for (let made = 1; ; made += 1) {
    const loads = { most: loadsMost, made };
    const times = timesGrown({ most: made, made: 1 });
    const { verdict, conditions } = judgeLonger(loads, Math.ceil(times / 2), times);
    if (verdict !== 'inconclusive' || !mayBeDecided(loads, longestTimes(conditions))) return verdict;
  }
}

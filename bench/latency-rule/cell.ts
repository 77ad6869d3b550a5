import { longestTimes } from '../../checks/latency/conditions.ts';
import { mayBeDecided, timesGrown } from '../../checks/latency/expectation.ts';
import type { LatencyFinding } from '../../checks/latency/judge-latency.ts';
import type { LoadsMade } from '../../dist/facts-types.ts';
import { type Random, seededRandom } from '../random.ts';
import type { Task } from '../record.ts';

/** One cell: windows of one kind, and how many the rule passed and failed. */
export interface Cell {
  readonly name: string;
  readonly isOverLimit: boolean;
  /** The mean burst over the stated stall resolution; null: not bursts alone. */
  readonly resolved: number | null;
  readonly windows: number;
  readonly pass: number;
  readonly fail: number;
}

/** `verdictOfNext`: of another window; its random numbers are the same in each run. */
export function cellTask(
  name: string,
  seed: number,
  windows: number,
  isOverLimit: boolean,
  verdictOfNext: (random: Random) => string,
  resolved: number | null = null,
): Task<Cell> {
  const make = async () => {
    const random = seededRandom(seed);
    const verdicts = Array.from({ length: windows }, () => verdictOfNext(random));
    const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
    return { name, isOverLimit, resolved, windows, pass: count('pass'), fail: count('fail') };
  };
  return { name, make };
}

/** How many loads a run makes that goes on, each as long as all before it. */
export const loadsMost = 3;

/** `judgeLonger` makes the load longer by `more` first loads, so that there are `times` as much of it, and judges all of it. */
export function verdictOfGoingOn(
  most: number,
  judgeLonger: (loads: LoadsMade, more: number, times: number) => LatencyFinding,
): string {
  for (let made = 1; ; made += 1) {
    const loads = { most, made };
    const times = timesGrown({ most: made, made: 1 });
    const { verdict, conditions } = judgeLonger(loads, Math.ceil(times / 2), times);
    if (verdict !== 'inconclusive' || !mayBeDecided(loads, longestTimes(conditions))) return verdict;
  }
}

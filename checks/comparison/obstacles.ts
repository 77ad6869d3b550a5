import { lowerBound, upperBound } from '../statistics/clopper-pearson.ts';
import { type Change, fewestPerBlock } from './change.ts';
import type { ComparisonMeasurement, EndpointMeasurement, SideCalls } from './measurement.ts';
import { blocksPerRound, type Side, sides, warmUpRounds } from './turns.ts';
import { shareText } from './wording.ts';

/** Why two services cannot be compared by this run, whatever the figures say. */
export interface Obstacle {
  readonly reason: string;
  readonly remedy: string;
}

/** More calls without an answer than this could move a median. */
const mostUnanswered = 0.01;
/** Share of the planned rounds that must be whole. */
const wholeShare = 0.9;
const fewestRounds = 3;
const alpha = 0.01;

export function obstaclesOf(
  run: ComparisonMeasurement,
  endpoint: EndpointMeasurement,
  change: Change | null,
): Obstacle[] {
  const unanswered = sides.flatMap((side) => unansweredCalls(side, endpoint.calls[side]));
  const ofRun = [...generatorObstacles(run), ...unanswered];
  return ofRun.length > 0 ? ofRun : tooFew(run, change);
}

function generatorObstacles({ isAlone, clockJumps, dropped }: ComparisonMeasurement): Obstacle[] {
  const obstacles: Obstacle[] = [];
  if (!isAlone) {
    const remedy = 'Compare in a run of a single generator.';
    obstacles.push({ reason: 'Several generators shared the load: their turns are not in step.', remedy });
  }
  if (clockJumps > 0) {
    const remedy = 'Keep the clock from being set during the run.';
    obstacles.push({ reason: 'The clock was set, or the machine stood still.', remedy });
  }
  if (dropped > 0) {
    const remedy = 'Lower --rate: a service that cannot keep up has no median to compare.';
    obstacles.push({ reason: `${dropped} calls were due and not made: too many were under way.`, remedy });
  }
  return obstacles;
}

function unansweredCalls(side: Side, { made, succeeded, outcomes }: SideCalls): Obstacle[] {
  if (made - succeeded <= made * mostUnanswered) return [];
  const causes = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, count]) => `${name} ${count} times`);
  const remedy =
    side === 'counterpart'
      ? 'Is the counterpart running, is its URL right, and does it take the token (COMPARE_ACCESS_TOKEN)?'
      : 'See the errors of the judged service.';
  const words = `${made - succeeded} of ${made} calls of the ${side} did not succeed`;
  return [{ reason: `${words}${causes.length === 0 ? '' : `: ${causes.join(', ')}`}.`, remedy }];
}

function tooFew({ plannedBlocks, callsPerBlock }: ComparisonMeasurement, change: Change | null): Obstacle[] {
  const planned = Math.max(0, plannedBlocks / blocksPerRound - warmUpRounds);
  if (planned < fewestRounds || callsPerBlock < fewestPerBlock) {
    const reason = `The rate is too low: ${fewestRounds} rounds of ${fewestPerBlock} calls a block take longer than the profile has.`;
    return [{ reason, remedy: 'Raise --rate, or choose a longer --profile.' }];
  }
  const rounds = change?.rounds ?? 0;
  if (rounds >= Math.max(fewestRounds, planned * wholeShare)) return [];
  const reason = `The comparison was cut short: ${rounds} of ${planned} rounds are whole.`;
  return [{ reason, remedy: 'Let the run come to its end, and see its log.' }];
}

/** That clearly more calls of the candidate went without success; empty: not so. */
export function failsMoreText({ candidate, counterpart }: EndpointMeasurement['calls']): string {
  const lost = (calls: SideCalls) => calls.made - calls.succeeded;
  const least = lowerBound(lost(candidate), candidate.made, alpha / 2);
  if (counterpart.made === 0 || least <= upperBound(lost(counterpart), counterpart.made, alpha / 2))
    return '';
  const share = (calls: SideCalls) => shareText(lost(calls) / calls.made);
  return `More calls of the candidate did not succeed: ${share(candidate)} against ${share(counterpart)}.`;
}

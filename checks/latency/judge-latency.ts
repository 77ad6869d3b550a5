import type { Condition } from '../../dist/report-types.ts';
import { latencyWarnings } from '../causes/latency-causes.ts';
import { moreBackups } from '../causes/remedies.ts';
import { isMarked } from '../causes.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { countText, percentText } from '../wording.ts';
import {
  callsNeeded,
  type LatencyFacts,
  longestTimes,
  measurementConditions,
  percentileConditions,
} from './conditions.ts';
import { allowedShare, intervalConfidence, type LatencyExpectation, percentileName } from './expectation.ts';
import { failText, isForDistance, passText, seenText, undecided, undecidedText } from './explanation.ts';
import { machineConditions } from './machine-conditions.ts';
import { type GeneratorFacts, type LatencyMeasurement, noiseIn } from './measurement.ts';
import { refute } from './refutation.ts';
import { slowCalls, slowShare } from './slow-share.ts';

/** A latency verdict for an endpoint, with its remedy, its scheduled calls and the number of failed calls answered in time. */
export type LatencyFinding = ReturnType<typeof judgeLatency>;

/**
 * Judges one endpoint. A pass uses the larger latency: k6's durations, which exceed the time on the wire, plus everything that may
 * hide a slow call. A fail uses the smaller: durations less a guard band. Without a control endpoint, all slow calls count as one
 * burst, and the guard band is a stated default. `leftOut`: about the time excluded from the measurement.
 */
export function judgeLatency(
  measurement: LatencyMeasurement,
  generator: GeneratorFacts,
  expectation: LatencyExpectation,
  leftOut: LatencyFacts['leftOut'] = null,
) {
  const { endpoint, limitMs, failed, dropped, lost } = measurement;
  const share = slowShare(measurement, generator, expectation);
  const facts: LatencyFacts = { measurement, generator, expectation, share, leftOut };
  const refutation = refute(facts);
  return {
    endpoint,
    counts: {
      requests: share.n,
      answered: share.n - failed - dropped,
      failed,
      dropped,
      lost,
      slow: share.x,
      share_under_limit: share.n === 0 ? null : 1 - share.x / share.n,
      share_under_limit_interval: share.underLimit,
    },
    errors: share.unproven.errors,
    limitMs,
    ...verdictOn(facts, refutation),
    slowCalls: slowCalls(measurement, share),
    reading: percentileName(expectation.percentile),
    guardBandMs: refutation.guardMs,
  };
}

function verdictOn(facts: LatencyFacts, { lower, guardMs }: ReturnType<typeof refute>) {
  const allowed = allowedShare(facts.expectation.percentile);
  const conditions = [
    ...measurementConditions(facts),
    ...machineConditions(facts),
    ...percentileConditions(facts),
  ];
  const decided = <Verdict extends 'pass' | 'fail'>(verdict: Verdict, ...texts: readonly string[]) => {
    const explanation = [seenText(facts), ...texts].join(' ');
    return { verdict, explanation, conditions, cause: undefined, remedy: '' };
  };
  // Conditions that may hide slow calls prevent a pass; those that void the run prevent a fail too.
  if (lower > allowed && !isVoid(conditions)) return decided('fail', failText(facts, lower, guardMs));
  const isCertain = conditions.every(({ effect }) => effect === 'warning');
  if (isCertain && facts.share.upper <= allowed) return decided('pass', passText(facts));
  const open = opened(facts, conditions);
  if (!facts.measurement.sampleLimited || !maySlowBeChance(facts)) return open;
  const [cause, remedy] = [undefined, ''];
  return { ...open, verdict: 'not-applicable' as const, explanation: fewCallsText(facts), cause, remedy };
}

/** Inconclusive because of one condition: `cause` names it, and `remedy` says what to do about it. */
function opened(facts: LatencyFacts, found: readonly Condition[]) {
  const open = facts.share.n === 0 || isVoid(found) ? null : undecided(facts);
  const isSlow = open !== null && pointsToFail([open]);
  const isBlocked = found.some(({ effect }) => effect !== 'warning');
  // What keeps a run from a pass does not matter if more such calls would make it fail.
  const others = isSlow ? found.filter(({ effect }) => effect !== 'no-pass') : found;
  const isOpen = open !== null && (isSlow || !isBlocked || isForDistance(facts));
  const conditions = isOpen ? [open, ...others] : found;
  const because = isSlow ? open : decisive(conditions, facts);
  const { id: cause, reason = undecidedText(facts), remedy = '' } = because ?? {};
  const explanation = [seenText(facts), reason].join(' ');
  return { verdict: 'inconclusive' as const, explanation, conditions, cause, remedy };
}

/** Warnings that name noise, the surest sign first. */
const signs = Object.keys(latencyWarnings).filter((id) => isMarked(id, 'throughout', 'partly'));

/** Whether other programs interfered for all or most of the time. */
export function isNoisy(conditions: readonly Condition[]): boolean {
  return conditions.some(({ id }) => isMarked(id, 'throughout'));
}

/** Whether more calls like these would show that too many are slow. */
export function pointsToFail(conditions: readonly Condition[]): boolean {
  return conditions.some(({ id }) => id === 'undecided-slow');
}

/** How many times longer a load must be to decide. Noise from other programs comes and goes, so any further load may be free of it. */
export function timesToDecide(conditions: readonly Condition[]): number {
  if (!isNoisy(conditions)) return longestTimes(conditions);
  const mayPass = ({ id }: Condition) => isMarked(id, 'noise', 'throughout', 'alike');
  return longestTimes(conditions.map((one) => (mayPass(one) ? { ...one, longerTimes: 1 } : one)));
}

/** Whether noise may be the reason: of too few calls by the time it took, or because it makes slow calls come in bursts. */
function mayBeNoise({ id }: Condition, facts: LatencyFacts): boolean {
  if (isMarked(id, 'noise') || facts.leftOut !== null) return isMarked(id, 'noise', 'lessTime');
  const needed = callsNeeded({ ...facts, share: { ...facts.share, designEffect: 1 } });
  return id === 'few-calls' && needed <= facts.share.n;
}

/** The condition to fix first. Of those that a longer run would satisfy, the one that needs the longest: a shorter run does not help. */
function decisive(conditions: readonly Condition[], facts: LatencyFacts) {
  const blocking = conditions.filter(({ effect }) => effect === 'no-pass');
  const [busy] = signs.flatMap((id) => conditions.find((one) => one.id === id) ?? []);
  const beyondNoise = blocking.find((one) => !mayBeNoise(one, facts));
  const first = conditions.find(({ effect }) => effect === 'void') ?? beyondNoise ?? busy ?? blocking[0];
  if (first?.longerTimes === undefined) return first;
  return conditions.toSorted((a, b) => (b.longerTimes ?? 0) - (a.longerTimes ?? 0))[0];
}

/** So few slow calls that chance alone would show them in one run of twenty say nothing of an endpoint with few calls. */
const chance = 0.05;

/**
 * An endpoint that may be called only a few times can be refuted, but rarely has enough calls for a pass. Without enough calls, and
 * without more slow ones than chance or the noise of this machine explain, it is not judged: no further load calls it.
 */
function maySlowBeChance({ measurement, generator, expectation, share }: LatencyFacts): boolean {
  // Calls that this machine did not send, and fast ones that it sent late, count as slow and show nothing of the service.
  const slow = share.x - share.unproven.late - measurement.dropped;
  // The noise of this machine explains as many slow calls as it delayed control calls by half the limit.
  const delayed = noiseIn(generator, measurement.limitMs / 2);
  const explained = Math.max(allowedShare(expectation.percentile), delayed.hits / Math.max(1, delayed.n));
  return lowerBound(slow, share.n, chance) <= explained;
}

function fewCallsText({ share: { n, x }, leftOut }: LatencyFacts): string {
  if (n === 0 && leftOut === null) return 'The endpoint was not called.';
  if (n === 0) return 'Other programs disturbed this machine whenever it was called.';
  const certified = percentText(1 - upperBound(x, n, 1 - intervalConfidence), 'down');
  return `${countText(n)} calls, ${countText(x)} slow, show only that at least ${certified} are under the limit (99 % confidence). ${moreBackups}`;
}

function isVoid(conditions: readonly Condition[]): boolean {
  return conditions.some(({ effect }) => effect === 'void');
}

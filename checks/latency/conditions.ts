import type { Condition } from '../../dist/report-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import { fewestCalls, plannedCalls, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { said } from '../causes.ts';
import {
  cleanSamples,
  designEffect,
  farApart,
  stallResolutionMs,
  standardErrorsApart,
  total,
} from '../statistics/samples.ts';
import { msText, notSentText, percentText, secondsText, timesText } from '../wording.ts';
import {
  allowedShare,
  decidingPercentile,
  type LatencyExpectation,
  type LoadsMade,
  mostLoads,
  passAlpha,
  passAlphaAt,
  percentileName,
} from './expectation.ts';
import { type GeneratorFacts, type LatencyMeasurement, type LeftOut, overGridMs } from './measurement.ts';
import { type SlowShare, slowByConnection, slowSlices } from './slow-share.ts';

/** What one percentile is judged by. */
export interface LatencyFacts {
  readonly measurement: LatencyMeasurement;
  readonly generator: GeneratorFacts;
  readonly expectation: LatencyExpectation;
  readonly share: SlowShare;
  /** Absent: the whole load counts. */
  readonly leftOut?: LeftOut;
}

/** The facts known from the plan of a run, before the first call. */
interface PlannedFacts {
  readonly expectation: Pick<LatencyExpectation, 'percentile' | 'loads' | 'maxStallMs'>;
  readonly measurement: Pick<LatencyMeasurement, 'durationMs' | 'sampleLimited'>;
  readonly generator: Pick<GeneratorFacts, 'control'>;
  readonly share: Pick<SlowShare, 'n' | 'x' | 'designEffect'>;
}

/** How many times longer a load must be to satisfy all conditions; Infinity if that does not help. */
export function longestTimes(conditions: readonly Condition[]): number {
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');
  const times = blocking.map(({ longerTimes = Number.POSITIVE_INFINITY }) => longerTimes);
  return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times);
}

/** Conditions of the measurement and the network, for any percentile. */
export function measurementConditions(facts: LatencyFacts): Condition[] {
  const { share, leftOut, measurement, generator } = facts;
  const { valid, lost, turnedAway, unreachable } = measurement;
  const isLost = lost > 0.01 * (valid + lost);
  return [
    share.n === 0 && leftOut === undefined && said('no-calls'),
    valid > 0 && unreachable >= valid && said('no-service'),
    !isConsistent(measurement) && said('counts-disagree'),
    manyDropped('not-sent', facts),
    isLost && said(2 * turnedAway >= lost ? 'turned-away' : 'lost-calls', { lost, calls: valid + lost }),
    isDrifting(measurement) && said('not-steady'),
    generator.settled === null && said('warm-up-unknown'),
    generator.settled === false && said('not-settled'),
  ].filter((one) => one !== false);
}

/** This machine was unable to send most of the dropped calls, or too many others were still in flight. */
function manyDropped(cause: 'not-sent' | 'many-dropped', { expectation, share, measurement }: LatencyFacts) {
  const { dropped, unsent } = measurement;
  const areUnsent = 2 * unsent >= dropped;
  const areMany = dropped > allowedShare(expectation.percentile) * share.n;
  return areMany && areUnsent === (cause === 'not-sent') && said(cause, { calls: notSentText(dropped) });
}

function isConsistent(measurement: LatencyMeasurement): boolean {
  const { durationMs, valid, slow, failed, overLimit } = measurement;
  const sliced = total(slowSlices(measurement));
  const isWhole = overLimit.length === overGridMs.length && sliced.n === valid;
  return (
    (durationMs > 0 || valid === 0) && isWhole && sliced.hits === slow + failed && slow <= valid - failed
  );
}

/** Whether the share of slow calls differs widely between the first and second half, or the first and last third. */
function isDrifting(measurement: LatencyMeasurement): boolean {
  const slices = slowSlices(measurement);
  return [2, 3].some((parts) => {
    const length = Math.floor(slices.length / parts);
    const [first, last] = [slices.slice(0, length), slices.slice(slices.length - length)];
    // Bursts within a part widen the error; a step between the parts does not.
    const bursts = Math.max(designEffect(first), designEffect(last));
    return Math.abs(standardErrorsApart(total(first), total(last), bursts)) > farApart;
  });
}

function planConditions(facts: PlannedFacts): Condition[] {
  const isEvery = facts.expectation.percentile === 'every';
  return isEvery
    ? [said('every-request')]
    : [fewCalls(facts), shortWindow(facts)].filter((one) => one !== false);
}

function fewCalls(facts: PlannedFacts): Condition | false {
  const { share, expectation, measurement } = facts;
  const allowed = allowedShare(expectation.percentile);
  const needed = callsNeeded(facts);
  if (!(share.n > 0 && share.n < needed && share.x <= allowed * share.n)) return false;
  const why = burstsOf(facts) > 1 ? ' because the slow calls came in bursts' : '';
  const figures = { calls: share.n, percentile: percentileName(expectation.percentile), needed, why };
  if (measurement.sampleLimited) return said('few-backups', figures);
  const longer = longerLoad(needed / share.n, expectation.loads);
  if (longer === null) return said('far-too-few-calls', figures);
  return { ...said('few-calls', { ...figures, ...longer.figures }), longerTimes: longer.times };
}

function shortWindow({ measurement, expectation }: PlannedFacts): Condition | false {
  const { maxStallMs, percentile } = expectation;
  const allowed = allowedShare(percentile);
  const visibleMs = stallResolutionMs(allowed, measurement.durationMs, passAlpha);
  // The window in which a stall of this length would show.
  const neededMs = (maxStallMs * Math.log(1 / passAlpha)) / allowed;
  if (!(measurement.durationMs > 0) || visibleMs >= maxStallMs) return false;
  const figures = { visible: msText(visibleMs), stall: msText(maxStallMs), needed: secondsText(neededMs) };
  return { ...said('short-window', figures), longerTimes: neededMs / measurement.durationMs };
}

/**
 * What a planned load can decide if nearly all its calls are fast. `times`: how often the load is made. `loads`: which of the
 * successive judgements is meant. In the result, `calls` are those planned for each endpoint but backup, `decides` are the usual
 * percentiles that so many calls decide, as text, and `unmet` keeps even a load of fast calls from a pass.
 */
export function prospects(
  load: ResolvedLoad,
  contract: Contract,
  loads: LoadsMade = { most: 1, made: 1 },
  times = 1,
) {
  const calls = times * plannedCalls('user', load);
  const isDecided = (percentile: number) =>
    calls >= cleanSamples(allowedShare(percentile), passAlphaAt(loads));
  const [unmet = null] = planConditions({
    expectation: { percentile: decidingPercentile(contract), loads, maxStallMs: load.maxStallMs },
    measurement: { durationMs: times * load.measureMs, sampleLimited: false },
    generator: { control: null },
    share: { n: Math.max(1, times * fewestCalls('user', load)), x: 0, designEffect: 1 },
  });
  return { calls, decides: [95, 99, 99.9].filter(isDecided).map(percentileName).join(', '), unmet };
}

/** Conditions that keep one percentile from passing. */
export function percentileConditions(facts: LatencyFacts): Condition[] {
  const { n, x, unproven } = facts.share;
  const allowed = allowedShare(facts.expectation.percentile) * n;
  const areErrors = x > allowed && x - unproven.errors <= allowed;
  return [
    ...planConditions(facts),
    areErrors && said('error-answers', { errors: unproven.errors, calls: n }),
    slowConnections(facts),
    manyDropped('many-dropped', facts),
    ...quietConditions(facts),
  ].filter((one) => one !== false);
}

function slowConnections({ expectation, share, measurement }: LatencyFacts): Condition | false {
  const found = slowByConnection(measurement, expectation, share.bursts);
  if (found === null) return false;
  const { fresh, lasting, longerTimes } = found;
  const figures = { slow: fresh.slow, calls: fresh.n, slowOthers: lasting.slow, others: lasting.n };
  const longer = longerLoad(longerTimes, expectation.loads);
  if (longer === null) return said('slow-connections', figures);
  return { ...said('few-connections', { ...figures, ...longer.figures }), longerTimes: longer.times };
}

/** Conditions that keep the quiet part of a load from passing if some of the load was excluded. */
function quietConditions({ share, expectation: { percentile }, leftOut }: LatencyFacts) {
  if (leftOut === undefined) return [];
  const { seconds, ofSeconds, asWhole, possibleShare } = leftOut;
  const { seen, bound: most } = possibleShare ?? { seen: 0, bound: 0 };
  const allowed = allowedShare(percentile);
  const time = secondsText(1000 * seconds);
  const times = seen < allowed ? ((most - seen) / (allowed - seen)) ** 2 : Number.POSITIVE_INFINITY;
  return [
    share.n > 0 &&
      said('disturbed', { disturbed: time, time: secondsText(1000 * ofSeconds), calls: share.n }),
    // If the quiet time alone does not pass, its own conditions say what is missing.
    share.upper <= allowed &&
      most > allowed &&
      orLonger(said('slow-when-disturbed', { time, most: percentText(most) }), times),
    asWhole !== null &&
      !asWhole.passing.includes(percentileName(percentile)) &&
      orLonger(said('disturbed-calls', { time }), longestTimes(asWhole.conditions)),
  ];
}

/** Adds that a load this many times longer helps too, if the factor is finite. */
function orLonger(condition: Condition, times: number): Condition {
  return times < Number.POSITIVE_INFINITY ? { ...condition, longerTimes: times } : condition;
}

/** Number of calls, none of them slow, that a pass requires. */
export function callsNeeded(given: PlannedFacts): number {
  const { percentile, loads } = given.expectation;
  return Math.ceil(cleanSamples(allowedShare(percentile), passAlphaAt(loads)) * burstsOf(given));
}

function burstsOf({ generator, share }: PlannedFacts): number {
  return generator.control === null ? 1 : share.designEffect;
}

/** How much longer a run must be to decide; null: more than 100 times. */
export function longerLoad(factor: number, { most }: LoadsMade) {
  const times = Math.max(1.1, factor);
  const text = timesText(times);
  const within = most > 1 && most < mostLoads ? '--within, ' : '';
  return text === null ? null : { times, figures: { times: text, within } };
}

import type { Condition, LatencyResult } from '../../dist/report-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import { fewestCalls, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { said } from '../causes.ts';
import type { BoundedShare } from '../statistics/distributions.ts';
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
  passAlpha,
  passAlphaAt,
  percentileName,
  timesGrown,
} from './expectation.ts';
import type { GeneratorFacts, LatencyMeasurement } from './measurement.ts';
import { type SlowShare, slowByConnection, slowSlices } from './slow-share.ts';

export interface LatencyFacts {
  readonly measurement: LatencyMeasurement;
  readonly generator: GeneratorFacts;
  readonly expectation: LatencyExpectation;
  readonly share: SlowShare;
  /** Time excluded because of other programs, which may still count against a pass. null: the whole load counts. */
  readonly leftOut: {
    readonly seconds: number;
    readonly ofSeconds: number;
    /** The share of all calls, excluded ones included, that were slow for reasons other than noise. 0: not asked. */
    readonly possibleShare: BoundedShare;
    /** The whole load, which did not pass, if the service may share the machine: its own work looks like that of other programs. null: elsewhere. */
    readonly asWhole: Pick<LatencyResult, 'conditions'> | null;
  } | null;
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

export function measurementConditions(facts: LatencyFacts): Condition[] {
  const { share, leftOut, measurement, generator } = facts;
  const { valid, lost, unreachable } = measurement;
  return [
    share.n === 0 && leftOut === null && said('no-calls'),
    valid > 0 && unreachable >= valid && said('no-service'),
    lost > 0.01 * (valid + lost) && said('lost-calls', { lost, calls: valid + lost }),
    isDrifting(measurement) && said('not-steady'),
    generator.settled !== true && said('not-settled'),
  ].filter((one) => one !== false);
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

/** What keeps even fast calls from a pass if a planned load goes on up to `most` times; null: nothing. */
export function unmetByPlan(load: ResolvedLoad, contract: Contract, most: number): Condition | null {
  const { maxStallMs, measureMs } = load;
  const times = timesGrown({ most, made: 1 });
  const [unmet = null] = planConditions({
    expectation: { percentile: decidingPercentile(contract), loads: { most, made: most }, maxStallMs },
    measurement: { durationMs: times * measureMs, sampleLimited: false },
    generator: { control: null },
    share: { n: Math.max(1, times * fewestCalls('user', load)), x: 0, designEffect: 1 },
  });
  return unmet;
}

function planConditions(facts: PlannedFacts): Condition[] {
  if (facts.expectation.percentile === 'every') return [said('every-request')];
  return [fewCalls(facts), shortWindow(facts)].filter((one) => one !== false);
}

function fewCalls(facts: PlannedFacts): Condition | false {
  const { share, expectation, measurement } = facts;
  const needed = callsNeeded(facts);
  const isFew = share.n > 0 && share.n < needed && share.x <= allowedShare(expectation.percentile) * share.n;
  // Of backups a longer load makes no more.
  if (!isFew || measurement.sampleLimited) return false;
  const why = burstsOf(facts) > 1 && share.x > 1 ? ' because the slow calls came in bursts' : '';
  const figures = { calls: share.n, percentile: percentileName(expectation.percentile), needed, why };
  const longer = longerLoad(needed / share.n);
  if (longer === null) return said('far-too-few-calls', figures);
  return orLonger(said('few-calls', { ...figures, ...longer.figures }), longer.times);
}

function shortWindow({ measurement: { durationMs }, expectation }: PlannedFacts): Condition | false {
  const { maxStallMs, percentile } = expectation;
  const visibleMs = stallResolutionMs(allowedShare(percentile), durationMs, passAlpha);
  if (visibleMs >= maxStallMs) return false;
  const longerTimes = maxStallMs / visibleMs;
  const needed = secondsText(longerTimes * durationMs);
  const figures = { visible: msText(visibleMs), stall: msText(maxStallMs), needed };
  return orLonger(said('short-window', figures), longerTimes);
}

export function percentileConditions(facts: LatencyFacts): Condition[] {
  const { n, x, unproven } = facts.share;
  const allowed = allowedShare(facts.expectation.percentile) * n;
  const areErrors = x > allowed && x - unproven.errors <= allowed;
  return [
    ...planConditions(facts),
    areErrors && said('error-answers', { errors: unproven.errors, calls: n }),
    slowConnections(facts),
    manyDropped(facts),
    ...quietConditions(facts),
  ].filter((one) => one !== false);
}

function manyDropped({ expectation, share, measurement }: LatencyFacts): Condition | false {
  const { dropped, unsent } = measurement;
  if (dropped <= allowedShare(expectation.percentile) * share.n) return false;
  // This machine was unable to send most of them, or too many others were still in flight.
  return said(2 * unsent >= dropped ? 'not-sent' : 'many-dropped', { calls: notSentText(dropped) });
}

function slowConnections({ expectation, share, measurement }: LatencyFacts): Condition | false {
  const found = slowByConnection(measurement, expectation, share.bursts);
  if (found === null) return false;
  const { fresh, lasting, longerTimes } = found;
  const figures = { slow: fresh.hits, calls: fresh.n, slowOthers: lasting.hits, others: lasting.n };
  const longer = longerLoad(longerTimes);
  if (longer === null) return said('slow-connections', figures);
  return orLonger(said('few-connections', { ...figures, ...longer.figures }), longer.times);
}

/** Conditions that keep the quiet part of a load from passing if some of the load was excluded. */
function quietConditions({ share, expectation: { percentile }, leftOut }: LatencyFacts) {
  if (leftOut === null) return [];
  const { seconds, ofSeconds, asWhole, possibleShare } = leftOut;
  const { seen, bound: most } = possibleShare;
  const allowed = allowedShare(percentile);
  const time = secondsText(1000 * seconds);
  const times = seen < allowed ? ((most - seen) / (allowed - seen)) ** 2 : Number.POSITIVE_INFINITY;
  return [
    said('disturbed', { disturbed: time, time: secondsText(1000 * ofSeconds), calls: share.n }),
    // If the quiet time alone does not pass, its own conditions say what is missing.
    share.upper <= allowed &&
      most > allowed &&
      orLonger(said('slow-when-disturbed', { time, most: percentText(most) }), times),
    asWhole !== null && orLonger(said('disturbed-calls', { time }), longestTimes(asWhole.conditions)),
  ];
}

/** Adds that a load this many times longer helps too, if the factor is finite. */
export function orLonger(condition: Condition, times: number): Condition {
  return times < Number.POSITIVE_INFINITY ? { ...condition, longerTimes: times } : condition;
}

/** Number of calls, none of them slow, that a pass requires. */
export function callsNeeded(given: PlannedFacts): number {
  const { percentile, loads } = given.expectation;
  return Math.ceil(cleanSamples(allowedShare(percentile), passAlphaAt(loads)) * burstsOf(given));
}

/** Number of calls worth one because slow calls were seen to come in bursts; 1 if nothing shows how they come. */
function burstsOf({ generator, share }: PlannedFacts): number {
  return generator.control === null ? 1 : share.designEffect;
}

/** How much longer a run must be to decide; null: more than 100 times. */
export function longerLoad(factor: number) {
  const times = Math.max(1.1, factor);
  const text = timesText(times);
  return text === null ? null : { times, figures: { times: text } };
}

import type { Condition } from '../../dist/report-types.ts';
import { cleanSamples, stallResolutionMs, total, windowForStallMs } from '../statistics/samples.ts';
import { countText, msText, notSentText, secondsText, timesText } from '../wording.ts';
import { callsByConnection, comesByConnection, freshCallsNeeded } from './by-connection.ts';
import {
  allowedShare,
  type LatencyExpectation,
  type LoadsMade,
  mostLoads,
  passAlpha,
  passAlphaAt,
  percentileName,
} from './expectation.ts';

import { type GeneratorFacts, type LatencyMeasurement, type LeftOut, overGridMs } from './measurement.ts';
import { type SlowShare, slowSlices } from './slow-share.ts';
import { isDrifting } from './steadiness.ts';

/** What a condition judges, under the percentile of its expectation. */
export interface LatencyFacts {
  readonly measurement: LatencyMeasurement;
  readonly generator: GeneratorFacts;
  readonly expectation: LatencyExpectation;
  readonly share: SlowShare;
  /** Absent: all of the load counts. */
  readonly leftOut?: LeftOut;
}

/** As much of it as the plan of a run tells before the first call. */
export interface PlannedFacts {
  readonly expectation: LatencyExpectation;
  readonly measurement: Pick<LatencyMeasurement, 'durationMs' | 'sampleLimited'>;
  readonly generator: Pick<GeneratorFacts, 'control'>;
  readonly share: Pick<SlowShare, 'n' | 'x' | 'designEffect'>;
}

/** By the id of the condition: what is wrong, if anything is. */
export type ConditionRules<Given = LatencyFacts> = Readonly<Record<string, (given: Given) => Unmet | false>>;
type Unmet = Omit<Condition, 'id'>;

export const noPass = (reason: string, remedy: string): Unmet => ({ effect: 'no-pass', reason, remedy });
export const noVerdict = (reason: string, remedy: string): Unmet => ({ effect: 'void', reason, remedy });
export const warning = (reason: string, remedy: string): Unmet => ({ effect: 'warning', reason, remedy });

/** Of several conditions that a longer run would meet, each gives the remedy of the longest: a shorter one does not help. */
export function withLongestRun(conditions: readonly Condition[]): Condition[] {
  const longest = Math.max(...conditions.map(({ longerTimes = 0 }) => longerTimes));
  const remedy = conditions.find(({ longerTimes }) => longerTimes === longest)?.remedy ?? '';
  return conditions.map((one) => (one.longerTimes === undefined ? one : { ...one, remedy }));
}

/** How many times longer a load must be to meet them all; Infinity where that does not help. */
export function longestTimes(conditions: readonly Condition[]): number {
  const blocking = conditions.filter(({ effect }) => effect !== 'warning');
  const times = blocking.map(({ longerTimes = Number.POSITIVE_INFINITY }) => longerTimes);
  return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times);
}

export function unmetConditions<Given>(rules: ConditionRules<Given>, given: Given): Condition[] {
  return Object.entries(rules).flatMap(([id, rule]) => {
    const unmet = rule(given);
    return unmet === false ? [] : [{ id, ...unmet }];
  });
}

/** The remedy in plain k6, which has no companion; generators that share a load cannot have one. */
export function measureErrors(what: string): string {
  return `Start the run with the command line, which measures ${what}. Where several generators share the load, measure longer instead (DURATION).`;
}

export const quieter =
  'Run the test on a quieter machine, or with permission to raise the priority of the load generator (--nice).';

/** What can be wrong with what was measured, and with the network in between, whatever the percentile. */
export const measurementConditions: ConditionRules = {
  'no-calls': ({ share, leftOut }) =>
    share.n === 0 &&
    leftOut === undefined &&
    noPass('The endpoint was not called.', 'See why in the other findings, then run the test again.'),
  'no-service': ({ measurement: { valid, unreachable } }) =>
    valid > 0 &&
    unreachable >= valid &&
    noVerdict(
      'No call reached a service, so its response time is unknown.',
      'Check the base URL and that the service is running.',
    ),
  'counts-disagree': ({ measurement }) =>
    !isConsistent(measurement) &&
    noVerdict(
      'The counts of this endpoint contradict each other: samples were lost.',
      'Run the test again without options that change metrics or tags.',
    ),
  'not-sent': (given) =>
    areManyDropped(given) &&
    areUnsent(given) &&
    noPass(
      `${notSentText(given.measurement.dropped)}: this machine had no free socket for them, or could not resolve the name of the service.`,
      'Raise the number of files that a process may open (ulimit -n), mend the resolver or the proxy, then run the test again.',
    ),
  'lost-calls': ({ measurement: { valid, lost, turnedAway } }) =>
    lost > 0.01 * (valid + lost) &&
    noPass(
      `${countText(lost)} of ${countText(valid + lost)} calls were turned away, redirected or refused and have no response time.`,
      2 * turnedAway >= lost
        ? 'Lower the rate until the service accepts the calls.'
        : 'Find out why the service does not answer these calls with a success: see Errors.',
    ),
  'not-steady': ({ measurement }) =>
    isDrifting(measurement) &&
    noPass(
      'The share of slow or failed calls changed during the run, so no single share describes it.',
      'Let the service handle calls for a while before the run, or use a longer --profile; if the share still changes, the cause is the service.',
    ),
  'not-settled': ({ generator: { settled } }) =>
    settled !== true &&
    warning(
      settled === null
        ? 'It is not known whether the service had warmed up.'
        : 'The service was still getting faster when the warm-up ended.',
      'Let the service handle calls for a while before the run.',
    ),
};

function areManyDropped({ expectation, share, measurement }: LatencyFacts): boolean {
  return measurement.dropped > allowedShare(expectation.percentile) * share.n;
}

/** Whether it is this machine that could not send most of the dropped calls. */
function areUnsent({ measurement: { dropped, unsent } }: LatencyFacts): boolean {
  return 2 * unsent >= dropped;
}

function isConsistent(measurement: LatencyMeasurement): boolean {
  const { durationMs, valid, slow, failed, overLimit } = measurement;
  const sliced = total(slowSlices(measurement));
  const isWhole = overLimit.length === overGridMs.length && sliced.n === valid;
  return (
    (durationMs > 0 || valid === 0) && isWhole && sliced.hits === slow + failed && slow <= valid - failed
  );
}

/** What can be wrong with the plan itself. */
export const planConditions: ConditionRules<PlannedFacts> = {
  'every-request': ({ expectation: { percentile } }) =>
    allowedShare(percentile) === 0 &&
    noPass(
      'No number of requests can show that every request is under the limit.',
      'Declare a percentile in the contract (latency.percentile).',
    ),
  'few-calls': (given) => {
    const { share, expectation, measurement } = given;
    const { percentile } = expectation;
    const allowed = allowedShare(percentile);
    const needed = callsNeeded(given);
    const why = burstsOf(given) > 1 ? ' because the slow calls came in bursts' : '';
    const isShort = allowed > 0 && share.n > 0 && share.n < needed && share.x <= allowed * share.n;
    if (!isShort) return false;
    const reason = `${countText(share.n)} calls are too few for ${percentileName(percentile)}: ${countText(needed)} are needed${why}.`;
    return measurement.sampleLimited
      ? noPass(reason, moreBackups)
      : moreCalls(reason, needed / share.n, tooManyCalls, expectation.loads);
  },
  'short-window': ({ measurement: { durationMs }, expectation: { maxStallMs, percentile } }) => {
    const allowed = allowedShare(percentile);
    const visibleMs = stallResolutionMs(allowed, durationMs, passAlpha);
    const neededMs = windowForStallMs(allowed, maxStallMs, passAlpha);
    return (
      allowed > 0 &&
      durationMs > 0 &&
      !(visibleMs >= maxStallMs) && {
        ...noPass(
          `Only stalls of up to ${msText(visibleMs)} would have shown; a pass requires that stalls of ${msText(maxStallMs)} would have.`,
          `Measure for at least ${secondsText(neededMs)}, or declare a shorter stall (latency.maxStallMs).`,
        ),
        longerTimes: neededMs / durationMs,
      }
    );
  },
};

/** What keeps one percentile from passing. */
export const percentileConditions: ConditionRules = {
  ...planConditions,
  'error-answers': ({ expectation: { percentile }, share: { n, x, unproven } }) =>
    x > allowedShare(percentile) * n &&
    x - unproven.errors <= allowedShare(percentile) * n &&
    noPass(
      `${countText(unproven.errors)} of ${countText(n)} calls failed with an error in time, so it is not known how fast they succeed.`,
      'Find out why the service answers with an error: see Errors.',
    ),
  'slow-connections': ({ expectation, share, measurement }) => {
    if (!comesByConnection(measurement, expectation, share.bursts)) return false;
    const { fresh, lasting } = callsByConnection(measurement);
    const reason = `${countText(fresh.slow)} of ${countText(fresh.n)} calls that opened a connection were slow, and ${countText(lasting.slow)} of the ${countText(lasting.n)} others: other clients may meet more slow connections.`;
    const allowed = allowedShare(expectation.percentile);
    return fresh.slow > allowed * fresh.n
      ? noPass(reason, slowBackends)
      : moreCalls(
          reason,
          freshCallsNeeded(measurement, expectation) / fresh.n,
          slowBackends,
          expectation.loads,
        );
  },
  // Too many others still waited for an answer.
  'many-dropped': (given) =>
    areManyDropped(given) &&
    !areUnsent(given) &&
    noPass(
      `${notSentText(given.measurement.dropped)}.`,
      'Run doctor: if it finds this machine quiet, the service stalls, so make it faster, or declare longer stalls (latency.maxStallMs).',
    ),
};

const slowBackends =
  'Look at each backend behind the balancer, and at what a new connection costs the service: some are slow.';
export const moreBackups = 'To have the endpoint judged, declare more calls (backup.calls).';
export const tooManyCalls =
  'This run cannot make that many calls: declare a lower percentile (latency.percentile) or allow more calls.';

/** Calls, none of them slow, that a pass takes. */
export function callsNeeded(given: PlannedFacts): number {
  const { percentile, loads } = given.expectation;
  return Math.ceil(cleanSamples(allowedShare(percentile), passAlphaAt(loads)) * burstsOf(given));
}

function burstsOf({ generator, share }: PlannedFacts): number {
  return generator.control === null ? 1 : share.designEffect;
}

/** A longer run would decide; `otherwise` is the remedy where it would have to be more than 100 times as long. */
export function moreCalls(reason: string, factor: number, otherwise: string, { most }: LoadsMade): Unmet {
  const times = timesText(Math.max(1.1, factor));
  const mayGoOn = most > 1 && most < mostLoads;
  return times === null
    ? noPass(reason, otherwise)
    : {
        ...noPass(
          reason,
          `Run the test ${times} longer (a longer ${mayGoOn ? '--within, ' : ''}--duration or --profile) or at a higher --rate.`,
        ),
        longerTimes: Math.max(1.1, factor),
      };
}

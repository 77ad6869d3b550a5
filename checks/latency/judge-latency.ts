import type { Condition, LatencyResult, Verdict } from '../../dist/report-types.ts';
import { detectionBound } from '../statistics/distributions.ts';
import { stallResolutionMs } from '../statistics/samples.ts';
import { countText, msText, percentText, roughPercentText } from '../wording.ts';
import {
  type LatencyFacts,
  measurementConditions,
  moreBackups,
  percentileConditions,
  unmetConditions,
  withLongestRun,
} from './conditions.ts';
import {
  allowedShare,
  defaultPercentile,
  failAlpha,
  intervalConfidence,
  type LatencyExpectation,
  type Percentile,
  passAlpha,
  percentileName,
  usualPercentiles,
} from './expectation.ts';
import { isStarved, machineConditions } from './machine-conditions.ts';
import type { GeneratorFacts, LatencyMeasurement } from './measurement.ts';
import { isFar, isFelt, networkLevels, networkTimes } from './network.ts';
import {
  type GuardBand,
  guardBand,
  isForDistance,
  type Refutation,
  refute,
  undecided,
} from './refutation.ts';
import { slowShare } from './slow-share.ts';

/** A latency verdict with its endpoint, the scheduled calls, and how many of the failed were answered in time. */
export type LatencyFinding = ReturnType<typeof judgeLatency>;

/** What is the same for every percentile of one endpoint. */
interface Shown {
  readonly band: GuardBand;
  readonly refutation: Refutation;
  readonly conditions: readonly Condition[];
}

interface Judged<V = Verdict> {
  readonly verdict: V;
  readonly explanation: string;
  readonly conditions: readonly Condition[];
}

/**
 * Judges one endpoint: a pass by the larger latency (k6's durations, which are longer than the time on the wire, and
 * everything that may hide a slow call), a fail by the smaller (durations less a guard band). Without a control
 * endpoint all slow calls count as one burst, and the guard band is a stated default.
 */
export function judgeLatency(
  measurement: LatencyMeasurement,
  generator: GeneratorFacts,
  expectation: LatencyExpectation,
) {
  const { endpoint, limitMs, failed, dropped, lost, durationMs } = measurement;
  const { percentile, limitAt } = expectation;
  const allowed = allowedShare(percentile);
  const share = slowShare(measurement, generator, expectation);
  const facts: LatencyFacts = { measurement, generator, expectation, share };
  const alpha = failAlpha(expectation, networkLevels(generator, limitAt));
  const band = guardBand(generator, measurement, limitAt, alpha);
  const refutation = isStarved(generator)
    ? { lower: 0, guardMs: band.shownMs }
    : refute(measurement, share, band, alpha);
  const conditions = [
    ...unmetConditions(measurementConditions, facts),
    ...unmetConditions(machineConditions, facts),
  ];
  const shown: Shown = { band, refutation, conditions };
  const judged = measurement.sampleLimited ? judgeFewCalls(facts, shown) : judgeWithRemedy(facts, shown);
  // What may hide slow calls forbids a certificate; what voids the run forbids a refutation too.
  const isCertain = conditions.every(({ effect }) => effect === 'warning') && share.upper < 1;
  const isRefuted = !isVoid(conditions) && refutation.lower > 0;
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
    certifiedShare: isCertain ? 1 - share.upper : null,
    refutedShare: isRefuted ? 1 - refutation.lower : null,
    effectiveSamples: share.n / share.designEffect,
    designEffect: share.designEffect,
    stallResolutionMs: stallResolutionMs(allowed, durationMs, passAlpha),
    ...judged,
    reading: percentileName(percentile),
    readingOrigin: expectation.percentileOrigin,
    guardBandMs: refutation.guardMs,
    guardBandSource: band.source,
    readings: usualPercentiles.map((usual) => {
      const { verdict, explanation } = judgePercentile(withPercentile(facts, usual), shown);
      return { reading: percentileName(usual), verdict, explanation };
    }),
  } satisfies LatencyResult &
    Pick<LatencyMeasurement, 'endpoint'> & { readonly counts: object; readonly errors: number };
}

function withPercentile(facts: LatencyFacts, percentile: Percentile): LatencyFacts {
  return { ...facts, expectation: { ...facts.expectation, percentile } };
}

function judgePercentile(facts: LatencyFacts, shown: Shown): Judged {
  const conditions = withLongestRun([...shown.conditions, ...unmetConditions(percentileConditions, facts)]);
  const judged = (verdict: Verdict, text: string): Judged => ({
    verdict,
    explanation: `${countsText(facts)} ${text}`,
    conditions,
  });
  const first = (wanted: Condition['effect']) => conditions.find(({ effect }) => effect === wanted);
  const voiding = first('void');
  if (voiding !== undefined) return judged('inconclusive', voiding.reason);
  const allowed = allowedShare(facts.expectation.percentile);
  if (shown.refutation.lower > allowed) return judged('fail', failText(facts, shown.refutation));
  const blocking = first('no-pass');
  if (blocking !== undefined) return judged('inconclusive', blocking.reason);
  return showsEnough(facts) ? judged('pass', passText(facts)) : judged('inconclusive', undecidedText(facts));
}

/** Adds what would decide where the calls neither prove nor refute the limit. */
function judgeWithRemedy(facts: LatencyFacts, shown: Shown): Judged {
  const judged = judgePercentile(facts, shown);
  if (judged.verdict !== 'inconclusive') return judged;
  const isBlocked = judged.conditions.some(({ effect }) => effect !== 'warning');
  if (isBlocked && (facts.share.n === 0 || !isForDistance(facts))) return judged;
  const condition = undecided(facts, shown.band, undecidedText(facts));
  return { ...judged, conditions: [condition, ...judged.conditions] };
}

/**
 * An endpoint that may be called only a few times can be refuted but hardly certified: without too many slow calls it
 * is not judged, unless its calls happen to be enough.
 */
function judgeFewCalls(facts: LatencyFacts, shown: Shown): Judged<LatencyResult['verdict']> {
  const { percentile } = facts.expectation;
  const judged = judgeWithRemedy(
    percentile === 'every' ? withPercentile(facts, defaultPercentile) : facts,
    shown,
  );
  const { n, x } = facts.share;
  if (judged.verdict !== 'inconclusive') return judged;
  if (n === 0) return { ...judged, verdict: 'not-applicable', explanation: 'The endpoint was not called.' };
  if (x / n > allowedShare(percentile)) return judged;
  const certified = percentText(1 - detectionBound(n, intervalConfidence), 'down');
  const explanation = `${countText(n)} calls, ${countText(x)} slow: this proves only ≥ ${certified} (99 %). ${moreBackups}`;
  return { ...judged, verdict: 'not-applicable', explanation };
}

function isVoid(conditions: readonly Condition[]): boolean {
  return conditions.some(({ effect }) => effect === 'void');
}

/** Without a control, k6's own threshold on the number of slow calls must agree with the verdict. */
function showsEnough({ share, expectation, generator }: LatencyFacts): boolean {
  const beyondThreshold =
    generator.control === null && share.x > (expectation.thresholdSlow ?? Number.POSITIVE_INFINITY);
  return share.n > 0 && share.upper <= allowedShare(expectation.percentile) && !beyondThreshold;
}

function countsText({ measurement, share, generator }: LatencyFacts): string {
  const { limitMs, takenOffMs, unanswered, dropped } = measurement;
  const { errors, late, repeated, setUp } = share.unproven;
  const counting = share.x - errors;
  const timed = counting - unanswered - dropped - late - repeated - setUp;
  const tookLong = `took ${limitMs} ms or longer${takenOffMs > 0 ? `, less ${msText(takenOffMs)} for the network` : ''}`;
  const parts: readonly (readonly [count: number, what: string])[] = [
    [timed, tookLong],
    [unanswered, 'not answered'],
    [dropped, 'not sent'],
    [late, `answered in time but sent ${limitMs} ms or more late by this machine`],
    [
      repeated,
      `received ${limitMs} ms or more after they were sent although k6 measured less, probably because it repeated them`,
    ],
    [setUp, 'only if reconnecting counts, because the service had closed the connection'],
  ];
  const counted = parts.filter(([count]) => count > 0).map(([count, what]) => `${countText(count)} ${what}`);
  const what = timed === counting ? tookLong : `count as slow (${counted.join(', ')})`;
  const others = errors === 0 ? '' : ` ${countText(errors)} failed with an error in time.`;
  return `${countText(counting)} of ${countText(share.n)} calls ${what}.${others}${networkText(generator, limitMs)}`;
}

/** What the network alone took; empty for a near one. */
function networkText(generator: GeneratorFacts, limitMs: number): string {
  const { roundTrip, handshakes } = generator;
  if (roundTrip === null || !isFelt(generator)) return '';
  const { medianMs, p99Ms } = networkTimes(roundTrip, handshakes);
  return ` The network takes ${msText(medianMs)} of the ${limitMs} ms (p99 ${msText(p99Ms)}).`;
}

function passText({ share, expectation: { percentile }, measurement }: LatencyFacts): string {
  const allowed = allowedShare(percentile);
  const resolutionMs = stallResolutionMs(allowed, measurement.durationMs, passAlpha);
  return `At least ${percentText(1 - share.upper, 'down')} are under the limit (99.5 % confidence, for stalls up to ${msText(resolutionMs / 10)}); ${percentileName(percentile)} requires ${percentText(1 - allowed, 'up')}. Stalls of up to ${msText(resolutionMs)} that took up ${roughPercentText(allowed)} of the time would have shown; longer ones could have gone unnoticed.`;
}

function failText(
  { generator, expectation: { percentile, limitAt } }: LatencyFacts,
  { lower, guardMs }: Refutation,
): string {
  const isNetworkSubtracted = isFar(generator, limitAt);
  const network = isNetworkSubtracted ? ' and the possible network time' : '';
  return `After subtracting the measurement error${network} (${msText(guardMs)}), at least ${percentText(lower, 'down')} of the calls still reached the limit or were not answered; ${allowanceText(percentile)}.`;
}

function undecidedText({ share, expectation: { percentile }, generator }: LatencyFacts): string {
  const bound = share.upper >= 1 ? 'anything' : `up to ${percentText(share.upper, 'up')}`;
  const { errors, late, repeated, setUp } = share.unproven;
  const slow = (share.x - errors - late - repeated - setUp) / share.n;
  const isMore = slow > allowedShare(percentile) && (generator.roundTrip === null || !isFelt(generator));
  const inThisRun = isMore ? ` In this run ${percentText(slow)} were slow, which is more.` : '';
  const subject =
    errors > 0 ? 'The share of slow or failed calls could be' : 'The share of slow calls could be';
  return `${subject} ${bound}; ${allowanceText(percentile)}.${inThisRun}`;
}

function allowanceText(percentile: Percentile): string {
  return `${percentileName(percentile)} allows ${roughPercentText(allowedShare(percentile))}`;
}

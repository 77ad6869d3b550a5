import { total } from '../statistics/design-effect.ts';
import type { ConditionRule } from './facts.ts';
import { isJittery } from './guard-band.ts';
import { moreVirtualUsers } from './machine-conditions.ts';
import { type LatencyMeasurement, overGridMs } from './measurement.ts';
import { slowSlices } from './slow-share.ts';
import { isDrifting } from './stationarity.ts';
import { countText, msText, secondsText } from './wording.ts';

/** What can be wrong with what was measured, whatever the reading. */
export const measurementConditions: readonly ConditionRule[] = [
  {
    id: 'no-calls',
    effect: 'no-pass',
    when: ({ share }) => share.n === 0,
    reason: () => 'The endpoint was not asked.',
    remedy: () => 'See why in the conformance findings, then run it again.',
  },
  {
    id: 'no-service',
    effect: 'void',
    when: ({ measurement: { valid, unreachable } }) => valid > 0 && unreachable >= valid,
    reason: () => 'No call reached a service: that says nothing of its response time.',
    remedy: () => 'Check the base URL and that the service runs.',
  },
  {
    id: 'counts-disagree',
    effect: 'void',
    when: ({ measurement }) => !isConsistent(measurement),
    reason: () => 'The counts of this endpoint contradict each other: samples were lost on the way.',
    remedy: () => 'Run it again without options that change metrics or tags.',
  },
  {
    id: 'stopped-early',
    effect: 'no-pass',
    when: ({ expectation }) => expectation.stoppedEarly,
    reason: ({ measurement }) =>
      `The run was ended after ${secondsText(measurement.durationMs)} of measuring: a fail had become certain.`,
    remedy: () => 'Repair what failed, then run it again.',
  },
  {
    id: 'gaps',
    effect: 'no-pass',
    when: ({ measurement }) =>
      !measurement.sampleLimited && filledSlices(measurement) < neededSlices(measurement),
    reason: ({ measurement }) =>
      `Calls were made in ${filledSlices(measurement)} of ${measurement.slices.length} parts of the window only.`,
    remedy: () => 'See the errors of the run, then run it again.',
  },
  {
    id: 'lost-calls',
    effect: 'no-pass',
    when: ({ measurement: { valid, lost } }) => lost > 0.01 * (valid + lost),
    reason: ({ measurement: { valid, lost } }) =>
      `${countText(lost)} of ${countText(valid + lost)} calls were turned away, redirected or refused and have no response time.`,
    remedy: () => 'Lower the rate below what the service turns away, and check the token.',
  },
  {
    id: 'dropped-calls',
    effect: 'warning',
    when: ({ measurement }) => measurement.dropped > 0,
    reason: ({ measurement }) =>
      `${countText(measurement.dropped)} calls that were due were never made; they count as slow, but no fail rests on them.`,
    remedy: () => moreVirtualUsers,
  },
  {
    id: 'not-steady',
    effect: 'no-pass',
    when: ({ measurement }) => isDrifting(slowSlices(measurement)),
    reason: () => 'The share of slow calls changed during the run, so no one share describes it.',
    remedy: () => 'Lengthen the warm-up; if it drifts still, the service does.',
  },
  {
    id: 'not-settled',
    effect: 'warning',
    when: ({ generator: { settled } }) => settled !== true,
    reason: ({ generator: { settled } }) =>
      settled === null
        ? 'It is not known whether the service had warmed up.'
        : 'The service still grew faster when the time for its warm-up was over.',
    remedy: () => 'Let it serve for a while before the run.',
  },
  {
    id: 'round-trip',
    effect: 'no-pass',
    when: ({ generator: { roundTrip }, measurement }) =>
      roundTrip !== null && roundTrip.floorMs >= measurement.limitMs,
    reason: ({ generator: { roundTrip } }) =>
      `The network alone takes ${msText(roundTrip?.floorMs ?? 0)}, the time of a TCP handshake.`,
    remedy: () => 'Measure from a machine nearer to the service.',
  },
  {
    id: 'network-jitter',
    effect: 'warning',
    when: ({ generator: { roundTrip }, measurement }) =>
      roundTrip !== null && isJittery(roundTrip, measurement.limitMs),
    reason: ({ generator: { roundTrip } }) =>
      `TCP handshakes took from ${msText(roundTrip?.floorMs ?? 0)} to ${msText(roundTrip?.p95Ms ?? 0)} (p95): what is slow may be the network.`,
    remedy: () => 'Measure from a machine nearer to the service.',
  },
];

function filledSlices({ slices }: LatencyMeasurement): number {
  return slices.filter(({ n }) => n > 0).length;
}

/** Nine tenths of the parts that calls at random times would fill. */
function neededSlices({ slices, valid }: LatencyMeasurement): number {
  return 0.9 * slices.length * (1 - Math.exp(-valid / slices.length));
}

function isConsistent(measurement: LatencyMeasurement): boolean {
  const { durationMs, limitMs, valid, slow, failed, unreachable, dropped, lost, overLimit, late } =
    measurement;
  const counts = [
    ...[valid, slow, failed, unreachable, dropped, lost, late.n],
    ...overLimit.map(({ count }) => count),
  ];
  if (!(durationMs > 0 && limitMs > 0 && counts.every((count) => count >= 0))) return false;
  if (overLimit.length !== overGridMs.length) return false;
  const answered = valid - failed;
  const falling = overLimit.every(({ count }, index) => count <= (overLimit[index - 1]?.count ?? answered));
  const sliced = total(slowSlices(measurement));
  return slow <= answered && falling && sliced.n === valid && sliced.hits === slow + failed;
}

import { stallResolutionMs } from '../statistics/samples.ts';
import { countText, msText, percentText, roughPercentText, secondsText } from '../wording.ts';
import type { LatencyFacts } from './conditions.ts';
import { allowedShare, passAlpha, percentileName } from './expectation.ts';
import type { GeneratorFacts } from './measurement.ts';
import { isFar, isFelt, networkTimes } from './network.ts';

import { lastingUsers } from './slow-share.ts';
import { isForDistance } from './undecided.ts';

export function seenText({ measurement, share, expectation: { percentile }, leftOut }: LatencyFacts): string {
  const { limitMs, takenOffMs, unanswered, dropped } = measurement;
  const { errors, late, repeated, setUp } = share.unproven;
  const { seconds, ofSeconds } = leftOut ?? { seconds: 0, ofSeconds: 0 };
  const allowed = allowedShare(percentile);
  const quiet = `In the ${Math.round(ofSeconds - seconds)} of ${secondsText(1000 * ofSeconds)} that other programs did not disturb, `;
  const network = takenOffMs > 0 ? `, less ${msText(takenOffMs)} for the network` : '';
  const areTimed = unanswered + dropped + late + repeated + setUp === 0;
  const what = areTimed ? `took ${limitMs} ms or longer${network}` : 'count as slow';
  const allowance =
    allowed === 0 ? 'none may' : `${percentileName(percentile)} allows ${roughPercentText(allowed)}`;
  return `${leftOut ? quiet : ''}${countText(share.x - errors)} of ${countText(share.n)} calls ${what}; ${allowance}.`;
}

export function passText({ share, expectation, measurement, generator }: LatencyFacts): string {
  const { limitMs, durationMs } = measurement;
  const resolutionMs = stallResolutionMs(allowedShare(expectation.percentile), durationMs, passAlpha);
  const network =
    generator.roundTrip !== null && isFelt(generator) ? ` ${networkText(generator, limitMs)}.` : '';
  return `At least ${percentText(1 - share.upper, 'down')} are under the limit (99.5 % confidence, for stalls up to ${msText(resolutionMs / 10)}), on at least ${countText(measurement.freshCalls + lastingUsers)} connections.${network}`;
}

function networkText({ roundTrip, handshakes }: GeneratorFacts, limitMs: number): string {
  if (roundTrip === null) return `How much the network takes of the ${limitMs} ms is not known`;
  const { medianMs, p99Ms } = networkTimes(roundTrip, handshakes);
  return `The network takes ${msText(medianMs)} of the ${limitMs} ms (p99 ${msText(p99Ms)})`;
}

export function failText({ generator, expectation }: LatencyFacts, lower: number, guardMs: number): string {
  const isTimed = generator.roundTrip !== null && isFar(generator, expectation.limitAt);
  const network = isTimed ? ' and the possible network time' : '';
  return `After subtracting the measurement error${network} (${msText(guardMs)}), at least ${percentText(lower, 'down')} still reached the limit or were not answered.`;
}

export function undecidedText(facts: LatencyFacts): string {
  const { share, expectation, generator, measurement } = facts;
  if (isForDistance(facts))
    return `${networkText(generator, measurement.limitMs)}, ${expectation.limitAt === null ? 'and the document does not say whether they hold for the caller or at the service' : 'too much to tell how fast the service itself is'}.`;
  const { errors, late, repeated, setUp } = share.unproven;
  const slow = (share.x - errors - late - repeated - setUp) / share.n;
  if (slow > allowedShare(expectation.percentile) && !isFelt(generator))
    return 'More calls were slow than allowed, but chance and the measurement error could explain it.';
  const subject =
    errors > 0 ? 'The share of slow or failed calls could be' : 'The share of slow calls could be';
  return `${subject} ${share.upper >= 1 ? 'anything' : `up to ${percentText(share.upper, 'up')}`}.`;
}

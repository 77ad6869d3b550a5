import { countText, msText } from '../wording.ts';
import { type ConditionRules, nearer, noPass, warning } from './conditions.ts';
import { isNear } from './network.ts';
import { allowedShare } from './reading.ts';

const fewestLarge = 10;

/** What can be wrong with the network in between. */
export const networkConditions: ConditionRules = {
  'round-trip': ({ generator: { roundTrip }, measurement, expectation: { limitAt } }) =>
    roundTrip !== null &&
    limitAt === null &&
    roundTrip.floorMs >= measurement.limitMs &&
    noPass(`The network alone takes ${msText(roundTrip.floorMs)}, the time of a TCP handshake.`, nearer),
  'large-data': ({ measurement: { large }, share, expectation: { reading } }) =>
    large !== null &&
    large.n >= fewestLarge &&
    large.slow > 0 &&
    share.x + large.slow > allowedShare(reading) * (share.n + large.n) &&
    noPass(
      `${countText(large.slow)} of ${countText(large.n)} calls with more than 8 kB of data took longer than their round trips explain (median ${msText(large.medianMs ?? 0)}): with these, too many calls are slow.`,
      nearer,
    ),
  'nearer-end': ({ generator: { roundTrip }, measurement: { percentiles, limitMs } }) => {
    const fastMs = percentiles.find(({ percentile }) => percentile <= 10)?.ms ?? 0;
    return (
      roundTrip !== null &&
      !isNear(roundTrip) &&
      fastMs > limitMs &&
      fastMs > 5 * roundTrip.floorMs &&
      warning(
        `Even the fastest calls took ${msText(fastMs)}, and a TCP handshake ${msText(roundTrip.floorMs)}: the service is slow, or a proxy or load balancer near this machine answers for one that is further away.`,
        'Check where the connection ends, and measure from a machine closer to the service.',
      )
    );
  },
};

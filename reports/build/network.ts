import type { GeneratorFacts, LatencyMeasurement } from '../../checks/latency/measurement.ts';
import { handshakeCount, isNear, networkTimes } from '../../checks/latency/network.ts';
import type { NetworkResult } from '../report.ts';

/** What the network was of one endpoint's calls; null where it is so near that it does not matter. */
export function networkResult(
  { takenOffMs, large, percentiles }: LatencyMeasurement,
  { roundTrip, handshakes }: GeneratorFacts,
): NetworkResult | null {
  if (roundTrip === null || isNear(roundTrip)) return null;
  const p99 = percentiles.find(({ percentile }) => percentile === 99);
  return {
    handshakes: handshakeCount(handshakes),
    ...networkTimes(roundTrip, handshakes),
    takenOffMs,
    serviceP99AtMostMs: p99 === undefined ? null : Math.max(0, p99.ms - roundTrip.floorMs),
    large: large === null ? null : { calls: large.n, medianMs: large.medianMs, p99Ms: large.p99Ms },
  };
}

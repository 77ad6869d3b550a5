/** What "under 20 ms" is said of: a percentile of the calls, each of them, or their mean. */
export type Reading = number | 'every' | 'mean';

/** By what an endpoint is judged, and who chose it. */
export interface LatencyExpectation {
  readonly reading: Reading;
  readonly readingOrigin: 'declared' | 'harness default';
  /** A pass must have been able to see stalls of this length. */
  readonly maxStallMs: number;
  /** Endpoints judged in the same run: they share the chance of a wrong fail. */
  readonly judgedEndpoints: number;
  /** Times at which the run is looked at for a certain fail before its end. */
  readonly earlyLooks: number;
  /** One of these looks ended it. */
  readonly stoppedEarly: boolean;
  /** Slow calls above which k6's own threshold fails; absent where there is none. */
  readonly thresholdSlow?: number;
}

export const defaultReading = 99;
export const usualReadings: readonly Reading[] = ['mean', 50, 90, 95, 99, 99.9, 'every'];

export function readingName(reading: Reading): string {
  if (reading === 'every') return 'every request';
  if (reading === 'mean') return 'mean';
  return reading === 50 ? 'median' : `p${reading}`;
}

/** Share of the calls that may be slow: p99 under the limit is 0.01. */
export function allowedShare(reading: number | 'every'): number {
  return reading === 'every' ? 0 : Math.round((100 - reading) * 1e9) / 1e11;
}

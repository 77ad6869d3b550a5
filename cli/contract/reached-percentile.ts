import type { EndpointResult } from '../../reports/report.ts';

const percentiles = [99.99, 99.95, 99.9, 99.5, 99, 98, 95, 90, 80, 75, 50];

export interface Reached {
  readonly percentile: number;
  readonly explanation: string;
}

/** The highest usual percentile that every endpoint reached, with the confidence of the run; null where there is none. */
export function reachedPercentile(endpoints: readonly EndpointResult[]): Reached | null {
  const shares = endpoints
    .filter(({ requests }) => requests > 0)
    .map(({ name, latency, share_under_limit_interval: interval }) => ({
      name,
      share: latency?.certifiedShare ?? interval?.lower ?? 0,
    }));
  if (shares.length === 0) return null;
  const least = Math.min(...shares.map(({ share }) => share));
  const percentile = percentiles.find((each) => each / 100 <= least);
  if (percentile === undefined) return null;
  const reached = shares.map(({ name, share }) => `${name} ${(Math.floor(share * 1e5) / 1e3).toString()} %`);
  const limitMs = endpoints.find(({ latency }) => latency !== null)?.latency?.limitMs ?? 20;
  return { percentile, explanation: `at least under ${limitMs} ms: ${reached.join(', ')}` };
}

import { sumOf } from '../../checks/statistics/samples.ts';
import type { LedgerTime } from '../../schemas/ledger.ts';
import type { EndpointResult } from '../report.ts';

/** Valid calls in one stretch of the measured time. */
export interface LedgerStretch {
  readonly n: number;
  readonly failed: number;
  readonly seconds: number;
}

type Counted = Pick<EndpointResult, 'timeline' | 'answered' | 'failed'>;

/**
 * The measured slices, those of all endpoints added up; one for all where it is not known when calls were made. Dropped calls
 * never reached the service and are left out.
 */
export function stretchesOf(endpoints: readonly Counted[], measuredMs: number): LedgerStretch[] {
  const measured = endpoints.map(({ timeline }) => timeline.filter(({ warmUp }) => !warmUp));
  const [longest = []] = measured.toSorted((a, b) => b.length - a.length);
  if (longest.length === 0) {
    const failed = sumOf(endpoints, (one) => one.failed);
    return [{ n: failed + sumOf(endpoints, ({ answered }) => answered), failed, seconds: measuredMs / 1000 }];
  }
  return longest.map(({ durationMs }, index) => {
    const here = measured.flatMap((timeline) => timeline[index] ?? []);
    return {
      n: sumOf(here, ({ requests }) => requests),
      failed: sumOf(here, ({ failed }) => failed),
      seconds: durationMs / 1000,
    };
  });
}

/** Share of calls that the load generator may have dropped for reasons of its own. */
const mostLeftOut = 0.01;

/**
 * Dropped calls that the service may have caused: if calls failed too, it may have hung, so that too many calls in flight
 * kept others from being made.
 */
export function neverMade(
  endpoints: readonly Pick<EndpointResult, 'answered' | 'failed' | 'dropped'>[],
): number {
  const dropped = sumOf(endpoints, (one) => one.dropped);
  const failed = sumOf(endpoints, (one) => one.failed);
  const made = failed + sumOf(endpoints, ({ answered }) => answered);
  return failed > 0 || dropped > mostLeftOut * (made + dropped) ? dropped : 0;
}

/**
 * Slices are joined to about a second, the least that counts as bad. One without a call is left out, unless calls were due in
 * it: then it may have been bad.
 */
export function timeOf(slices: readonly LedgerStretch[], isEmptyBad = false): LedgerTime {
  const filled = aboutSeconds(slices).filter(({ n }) => n > 0 || isEmptyBad);
  const bad = filled.filter(mayBeBad);
  const episodes = episodeLengths(filled);
  return {
    seconds: rounded(sumOf(filled, ({ seconds }) => seconds)),
    leastBadSeconds: rounded(sumOf(bad, leastBad)),
    mostBadSeconds: rounded(sumOf(bad, mostBad)),
    meanEpisodeSeconds: rounded(sumOf(episodes, (length) => length ** 2) / (sumOf(episodes, Number) || 1)),
  };
}

/** Each call that was refused, redirected or turned away may mean a bad second. */
export function withLost(time: LedgerTime, lost: number): LedgerTime {
  return { ...time, mostBadSeconds: Math.min(time.seconds, time.mostBadSeconds + lost) };
}

/** With a further episode in which every second was bad. */
export function withOutage(time: LedgerTime, seconds: number): LedgerTime {
  const { mostBadSeconds, meanEpisodeSeconds } = time;
  const squares = mostBadSeconds * meanEpisodeSeconds + seconds ** 2;
  return seconds === 0
    ? time
    : {
        seconds: rounded(time.seconds + seconds),
        leastBadSeconds: rounded(time.leastBadSeconds + seconds),
        mostBadSeconds: rounded(mostBadSeconds + seconds),
        meanEpisodeSeconds: rounded(squares / (mostBadSeconds + seconds)),
      };
}

function mayBeBad({ n, failed }: LedgerStretch): boolean {
  return failed > 0 || n === 0;
}

function aboutSeconds(slices: readonly LedgerStretch[]): LedgerStretch[] {
  const together = Math.max(1, Math.round(1 / (slices[0]?.seconds ?? 1)));
  return Array.from({ length: Math.ceil(slices.length / together) }, (_, index) =>
    slices.slice(index * together, (index + 1) * together).reduce((one, other) => ({
      n: one.n + other.n,
      failed: one.failed + other.failed,
      seconds: one.seconds + other.seconds,
    })),
  );
}

/** Where every call failed, every second was bad; otherwise at least one. */
function leastBad(stretch: LedgerStretch): number {
  if (stretch.n === 0) return 0;
  return stretch.failed === stretch.n ? mostBad(stretch) : Math.min(1, stretch.seconds);
}

/** Each failed call makes at most one second bad. */
function mostBad({ n, failed, seconds }: LedgerStretch): number {
  return n === 0 ? seconds : Math.min(seconds, Math.max(1, failed));
}

/** Bad seconds of each episode of bad stretches in a row; zeros in between. */
function episodeLengths(stretches: readonly LedgerStretch[]): number[] {
  return stretches.reduce<number[]>(
    ([length = 0, ...before], stretch) =>
      mayBeBad(stretch) ? [length + mostBad(stretch), ...before] : [0, length, ...before],
    [],
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

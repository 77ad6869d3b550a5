import type { LedgerTime } from '../../schemas/ledger.ts';
import type { TimeSlice } from '../report.ts';

/** Valid calls in one stretch of the measured time. */
export interface Stretch {
  readonly n: number;
  readonly failed: number;
  readonly seconds: number;
}

/** The measured slices of several endpoints, laid over each other. */
export function stretchesOf(timelines: readonly (readonly TimeSlice[])[]): Stretch[] {
  const measured = timelines.map((timeline) => timeline.filter(({ warmUp }) => !warmUp));
  const [longest = []] = measured.toSorted((a, b) => b.length - a.length);
  return longest.map(({ durationMs }, index) => {
    const here = measured.flatMap((timeline) => timeline[index] ?? []);
    return {
      n: here.reduce((sum, { requests }) => sum + requests, 0),
      failed: here.reduce((sum, { failed }) => sum + failed, 0),
      seconds: durationMs / 1000,
    };
  });
}

/** Slices shorter than a second are put together, so that what is bad is about a second at least. */
export function timeOf(slices: readonly Stretch[]): LedgerTime {
  const filled = aboutSeconds(slices).filter(({ n }) => n > 0);
  const bad = filled.filter(({ failed }) => failed > 0);
  const lengths = episodeLengths(filled);
  return {
    seconds: rounded(sum(filled.map(({ seconds }) => seconds))),
    leastBadSeconds: rounded(sum(bad.map(leastBad))),
    mostBadSeconds: rounded(sum(bad.map(mostBad))),
    episodes: lengths.length,
    longestSeconds: rounded(Math.max(0, ...lengths)),
    meanEpisodeSeconds: rounded(sum(lengths.map((length) => length ** 2)) / (sum(lengths) || 1)),
  };
}

function aboutSeconds(slices: readonly Stretch[]): Stretch[] {
  const together = Math.max(1, Math.round(1 / (slices[0]?.seconds ?? 1)));
  return Array.from({ length: Math.ceil(slices.length / together) }, (_, index) =>
    slices.slice(index * together, (index + 1) * together).reduce((one, other) => ({
      n: one.n + other.n,
      failed: one.failed + other.failed,
      seconds: one.seconds + other.seconds,
    })),
  );
}

/** Where every call failed every second was bad; elsewhere one at least. */
function leastBad({ n, failed, seconds }: Stretch): number {
  return failed === n ? mostBad({ n, failed, seconds }) : Math.min(1, seconds);
}

/** A failed call makes one second bad. */
function mostBad({ failed, seconds }: Stretch): number {
  return Math.min(seconds, Math.max(1, failed));
}

function episodeLengths(stretches: readonly Stretch[]): number[] {
  const lengths: number[] = [];
  let length = 0;
  for (const stretch of [...stretches, { n: 1, failed: 0, seconds: 0 }]) {
    if (stretch.failed > 0) length += mostBad(stretch);
    else if (length > 0) {
      lengths.push(length);
      length = 0;
    }
  }
  return lengths;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

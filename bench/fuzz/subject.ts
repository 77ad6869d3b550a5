/** What came of the inputs: a property that does not hold is an error with its smallest counterexample. */
export interface Tried {
  accepted: number;
  refused: number;
  slowestMs: number;
}

/** Tries as many inputs, the same for the same seed. */
export type Subject = (seed: number, count: number) => Promise<Tried>;

export const token = 'fuzz/T0ken+with=odd~chars-7302915846';

/** Longer means that it hangs, also on a busy machine. */
const longestMs = 10_000;

export function nothingTried(): Tried {
  return { accepted: 0, refused: 0, slowestMs: 0 };
}

export function note(tried: Tried, outcome: 'accepted' | 'refused', startedAt: number): void {
  const ms = performance.now() - startedAt;
  tried[outcome] += 1;
  tried.slowestMs = Math.max(tried.slowestMs, Math.round(ms));
  if (ms > longestMs) throw new Error(`took ${Math.round(ms)} ms`);
}

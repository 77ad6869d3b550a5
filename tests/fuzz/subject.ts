/** How many inputs of a kind were taken, and how many refused. */
export interface Tried {
  accepted: number;
  refused: number;
}

/**
 * Tries this many inputs, the same for the same seed. One that breaks the promise is an error with the smallest counterexample; so is one
 * that takes ten seconds, which means that it hangs, also on a busy machine.
 */
export type Subject = (seed: number, count: number) => Promise<Tried>;

export const token = 'fuzz/T0ken+with=odd~chars-7302915846';

const longestMs = 10_000;

export function note(tried: Tried, outcome: keyof Tried, startedAt: number): void {
  const ms = performance.now() - startedAt;
  tried[outcome] += 1;
  if (ms > longestMs) throw new Error(`took ${Math.round(ms)} ms`);
}

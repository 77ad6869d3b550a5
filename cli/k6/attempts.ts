/** One way that was tried, and why it did not serve. */
export type Attempt = { way: string; reason: string };

/** `serve` rejects with the reason when this way cannot serve. */
export type Way<T> = { name: string; serve: () => Promise<T> };

export type Say = (line: string) => void;

/** A way has nothing to offer and nothing is wrong with that: kept for the last error, not said on the way. */
export class Absent extends Error {}

/** The first way that serves wins; when none does, `failure` makes the error out of all reasons. */
export async function firstThatServes<T>(
  ways: readonly Way<T>[],
  say: Say,
  failure: (attempts: Attempt[]) => Error,
): Promise<T> {
  const attempts: Attempt[] = [];
  for (const { name, serve } of ways) {
    try {
      return await serve();
    } catch (error) {
      const reason = reasonOf(error);
      attempts.push({ way: name, reason });
      if (!(error instanceof Absent)) say(`${name}: ${reason}`);
    }
  }
  throw failure(attempts);
}

export function listAttempts(attempts: readonly Attempt[]): string {
  const width = Math.max(...attempts.map(({ way }) => way.length));
  return attempts.map(({ way, reason }) => `  ${way.padEnd(width)}  ${reason}`).join('\n');
}

/** `fetch` hides the reason in `cause`, which may itself hold several errors and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || error.name;
}

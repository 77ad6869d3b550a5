import { NoVerdict } from '../exit-status.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C, SIGTERM or a closed terminal during a run. All processes that were started end first, and the run has no verdict. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Aborted by a second signal: nothing is waited for any more. */
  readonly insisted: AbortSignal;
  check(): void;
  release(): void;
}

/** npm and `timeout` repeat a signal that has already reached this process. */
const repeatedWithinMs = 500;

export function interruptible(): Interruption {
  const [first, second] = [new AbortController(), new AbortController()];
  let firstMs: number | null = null;
  const stop = () => {
    firstMs ??= performance.now();
    first.abort();
    if (performance.now() - firstMs > repeatedWithinMs) second.abort();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: first.signal,
    insisted: second.signal,
    check() {
      if (first.signal.aborted) throw new NoVerdict('The run was interrupted.', 'interrupted');
    },
    release() {
      // This process is about to end, and a further signal would take its exit status away.
      if (first.signal.aborted) return;
      for (const name of signals) process.off(name, stop);
    },
  };
}

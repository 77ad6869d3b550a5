import { NoVerdict } from './exit-status.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C, SIGTERM or a closed terminal during a run: everything that was started ends first, then the run has no verdict. */
export interface Interruption {
  /** Aborted by the first signal, whose name is the reason. */
  readonly signal: AbortSignal;
  /** Throws NoVerdict once the run has been interrupted. */
  check(): void;
  release(): void;
}

export function interruptible(): Interruption {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => controller.abort(name);
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    check() {
      if (controller.signal.aborted) throw new NoVerdict('The run was interrupted.', 'interrupted');
    },
    release() {
      for (const name of signals) process.off(name, stop);
    },
  };
}

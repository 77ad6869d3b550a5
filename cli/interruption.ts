import { NoVerdict } from './exit-status.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C, SIGTERM or a closed terminal during a run: everything that was started ends first, then the run has no verdict. */
export interface Interruption {
  /** Throws NoVerdict once the run has been interrupted. */
  check(): void;
  /** Called with the signal when it comes. */
  forward: (signal: 'SIGINT' | 'SIGTERM') => void;
  release(): void;
}

export function interruptible(): Interruption {
  let interrupted = false;
  const interruption: Interruption = {
    check() {
      if (interrupted) throw new NoVerdict('The run was interrupted.', 'interrupted');
    },
    forward() {},
    release() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
  function onSignal(signal: NodeJS.Signals): void {
    interrupted = true;
    interruption.forward(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  }
  for (const signal of signals) process.on(signal, onSignal);
  return interruption;
}

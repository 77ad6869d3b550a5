import { NoVerdict } from './exit-status.ts';

/** Ctrl-C or SIGTERM during a run: everything that was started ends first, then the run has no verdict. */
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
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    },
  };
  function onSignal(signal: NodeJS.Signals): void {
    interrupted = true;
    interruption.forward(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return interruption;
}

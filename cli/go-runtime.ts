import { availableParallelism, totalmem } from 'node:os';

/** Of what there is, the memory that k6 may use at most before its runtime collects garbage as often as it likes. */
const memoryShare = 0.4;
/** With fewer threads an answer that comes in may wait until a script gives way; with as many cores none has to. */
const threads = 8;

/**
 * How the Go runtime of k6 is set, so that its own work delays its reading of answers least. Garbage is collected ten
 * times more rarely than by default, as long as `mostBytes` last; what the operator sets stays.
 */
export function goRuntime(
  operator: NodeJS.ProcessEnv,
  mostBytes: number,
  cores = availableParallelism(),
): Record<string, string> {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const ours = {
    GOGC: '1000',
    GOMEMLIMIT: String(Math.floor(Math.min(mostBytes, bytes * memoryShare))),
    ...(cores < threads ? { GOMAXPROCS: String(threads) } : {}),
  };
  return Object.fromEntries(Object.entries(ours).filter(([name]) => (operator[name] ?? '') === ''));
}

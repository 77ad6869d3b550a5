import { availableParallelism, totalmem } from 'node:os';

/** Of the memory that k6 may use before its runtime collects garbage as often as it likes. */
const memoryShare = 0.4;
/** With fewer threads an answer that comes in may wait until a script gives way; with as many cores none has to. */
const threads = 8;

/**
 * How the Go runtime of k6 is set, so that its own work delays its reading of answers least. Garbage is collected ten
 * times more rarely than by default, for some 1.3 GB of memory where there are; what the operator sets stays.
 */
export function goRuntime(
  operator: NodeJS.ProcessEnv,
  cores = availableParallelism(),
): Record<string, string> {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const ours = {
    GOGC: '1000',
    GOMEMLIMIT: String(Math.floor(bytes * memoryShare)),
    ...(cores < threads ? { GOMAXPROCS: String(threads) } : {}),
  };
  return Object.fromEntries(Object.entries(ours).filter(([name]) => (operator[name] ?? '') === ''));
}

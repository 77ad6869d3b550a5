import { availableParallelism, totalmem } from 'node:os';
import type { PlannedRun } from '../../checks/resolve-load.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { dueCalls, peakRate } from '../../schemas/load-plan.ts';
import { plannedRequests } from '../../schemas/profiles.ts';
import { readKernelFile, readResidentBytes } from '../machine/read-machine.ts';

/**
 * The parts of `k6Bytes`. k6 times answers precisely only if it seldom collects garbage (ADR 11), and every call makes garbage, so a
 * higher rate needs more memory.
 */
const bytesAtRest = 170_000_000;
const bytesPerRate = 130_000;
/** The conformance phase keeps its answers until it ends. */
const bytesPerAnswer = 45_000;
const callsIncluded = 60_000;
const bytesPerFurtherCall = 400;
/** What the processes of a run may use beyond `k6Bytes`: an answer may be large, and more of it arrives while k6 is being ended. */
const besidesBytes = 700_000_000;

type MemoryPlan = ReturnType<typeof memoryPlan>;

export function memoryPlan({ conformance, load }: PlannedRun) {
  const furtherCalls = load === null ? 0 : Math.max(0, dueCalls(load) - callsIncluded);
  const underLoad = load === null ? 0 : peakRate(load) * bytesPerRate + furtherCalls * bytesPerFurtherCall;
  // The load begins when the answers of the conformance phase are gone.
  const k6Bytes = Math.round(
    bytesAtRest + Math.max(plannedRequests(conformance) * bytesPerAnswer, underLoad),
  );
  return {
    /** For all processes of a run together. */
    mostBytes: k6Bytes + besidesBytes,
    /** Above this, k6 collects garbage as often as necessary. */
    k6Bytes,
  };
}

/** Memory must last for this many readings at the present rate of growth, because a reading may be late. */
const looksAhead = 3;

/**
 * Whether memory that grew this much between two readings is about to exceed the limit. Only growth above `k6Bytes` counts: below,
 * k6 rarely collects garbage, and a run against an ordinary service grew by 150 MB between two readings on a busy machine.
 */
export function isRunningOut(beforeBytes: number, nowBytes: number, { mostBytes, k6Bytes }: MemoryPlan) {
  const grownBytes = Math.max(0, nowBytes - Math.max(beforeBytes, k6Bytes));
  return nowBytes + looksAhead * grownBytes > mostBytes;
}

const lookMs = 50;

/**
 * Calls back once when the processes together are about to exceed the memory limit, which only Linux reports. What they use when the
 * watch begins is not the run's: the command line may be part of a larger program. `stop` returns the bytes at the moment of the call,
 * or null if there was none.
 */
export function watchMemory(pids: readonly number[], plan: MemoryPlan, onExceeded: () => void) {
  const residentBytes = () =>
    sumOf(pids, (pid) => readResidentBytes(readKernelFile(`/proc/${pid}/status`)) || 0);
  const startBytes = residentBytes();
  let exceededBytes: number | null = null;
  let beforeBytes = 0;
  const timer = setInterval(() => {
    const nowBytes = Math.max(0, residentBytes() - startBytes);
    if (isRunningOut(beforeBytes, nowBytes, plan)) {
      exceededBytes = nowBytes;
      clearInterval(timer);
      onExceeded();
    }
    beforeBytes = nowBytes;
  }, lookMs);
  return {
    stop(): number | null {
      clearInterval(timer);
      return exceededBytes;
    },
  };
}

/** The largest share of the machine's memory that k6 may use before it collects garbage as often as necessary. */
const memoryShare = 0.4;
/** With fewer threads, an answer may have to wait for a running script. */
const threads = 8;

/**
 * Settings of k6's Go runtime that minimise delays in reading answers. Garbage is collected ten times less often than by default
 * until `mostBytes` are used. The operator's own settings are kept.
 */
export function goRuntime(operator: NodeJS.ProcessEnv, mostBytes: number, cores = availableParallelism()) {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const ours = {
    GOGC: '1000',
    GOMEMLIMIT: String(Math.floor(Math.min(mostBytes, bytes * memoryShare))),
    ...(cores < threads ? { GOMAXPROCS: String(threads) } : {}),
  };
  return Object.fromEntries(Object.entries(ours).filter(([name]) => (operator[name] ?? '') === ''));
}

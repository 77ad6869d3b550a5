import { readKernelFile } from './companion/machine.ts';
import { readResidentBytes } from './companion/proc.ts';
import type { LoadSize } from './load-plan.ts';

/** What every run may have: a gate of the standard profile comes with it. */
const runBytes = 1_000_000_000;
const k6Bytes = 540_000_000;
const usersIncluded = 120;
const bytesPerFurtherUser = 3_000_000;
const callsIncluded = 60_000;
const bytesPerFurtherCall = 1500;

export interface MemoryPlan {
  /** All processes of a run together. */
  readonly mostBytes: number;
  /** From where on k6 collects garbage as often as it takes. */
  readonly k6Bytes: number;
}

export function memoryPlan(size: LoadSize | null): MemoryPlan {
  const { virtualUsers, calls } = size ?? { virtualUsers: 0, calls: 0 };
  const furtherBytes =
    Math.max(0, virtualUsers - usersIncluded) * bytesPerFurtherUser +
    Math.max(0, calls - callsIncluded) * bytesPerFurtherCall;
  return { mostBytes: runBytes + furtherBytes, k6Bytes: k6Bytes + furtherBytes };
}

/** Looks to which memory is to last when it grows on as it did since the last one: a look can come late. */
const looksAhead = 2;

/** Whether memory that grew so from one look to the next is about to pass the limit. */
export function isRunningOut(beforeBytes: number, nowBytes: number, mostBytes: number): boolean {
  return nowBytes + looksAhead * Math.max(0, nowBytes - beforeBytes) > mostBytes;
}

export interface MemoryWatch {
  /** The memory at which it called; null where it did not. */
  exceededBytes(): number | null;
  stop(): void;
}

const lookMs = 50;

/** Calls when these processes are about to hold more memory together. Nothing is seen but on Linux. */
export function watchMemory(pids: readonly number[], mostBytes: number, onExceeded: () => void): MemoryWatch {
  let exceededBytes: number | null = null;
  let beforeBytes = residentBytes(pids);
  const timer = setInterval(() => {
    const nowBytes = residentBytes(pids);
    if (isRunningOut(beforeBytes, nowBytes, mostBytes)) {
      exceededBytes = nowBytes;
      clearInterval(timer);
      onExceeded();
    }
    beforeBytes = nowBytes;
  }, lookMs);
  return { exceededBytes: () => exceededBytes, stop: () => clearInterval(timer) };
}

function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readResidentBytes(readKernelFile(`/proc/${pid}/status`)) ?? 0), 0);
}

import { setImmediate } from 'node:timers/promises';
import { anyOffset, driftMs, readClockOffset, tighten } from '../companion/clock.ts';
import { describeMachine, type Machine, readKernelFile, sampler } from '../companion/machine.ts';
import { readOpenFilesLimit } from '../companion/proc.ts';
import { type Usage, usageOf } from '../companion/usage.ts';

/** What a few seconds of doing nothing show of a machine. */
export interface MachineWatch extends Machine, Omit<Usage, 'generatorBusyShare'> {
  /** How much later than asked for the system woke this thread, milliseconds. */
  readonly overshootsMs: readonly number[];
  readonly clockDriftMs: number;
  readonly openFiles: number | null;
}

const sleepMs = 2;

export async function watchMachine(durationMs: number): Promise<MachineWatch> {
  const sample = sampler(null);
  const first = sample();
  const overshootsMs: number[] = [];
  let offset = anyOffset;
  while (performance.now() - first.atMs < durationMs) {
    overshootsMs.push(sleepOvershootMs());
    offset = tighten(offset, readClockOffset());
    await setImmediate();
  }
  const { generatorBusyShare, ...usage } = usageOf([first, sample()]);
  const openFiles = readOpenFilesLimit(readKernelFile('/proc/self/limits'));
  return { ...describeMachine(), ...usage, overshootsMs, clockDriftMs: driftMs(offset), openFiles };
}

const neverWritten = new Int32Array(new SharedArrayBuffer(4));

/** A timer of the event loop has whole milliseconds; this wait has not. */
function sleepOvershootMs(): number {
  const startedMs = performance.now();
  Atomics.wait(neverWritten, 0, 0, sleepMs);
  return performance.now() - startedMs - sleepMs;
}

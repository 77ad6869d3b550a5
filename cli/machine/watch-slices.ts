import { readdirSync } from 'node:fs';
import { type MachineSlice, type SlicesInTime, unknownSlice, worstOf } from '../../schemas/machine.ts';
import { lookAt, orNull, readKernelFile, sumOfKnown } from './read-machine.ts';

/** Much shorter than a slice, and much longer than a tick of the kernel's clock, in which it counts processor time. */
const periodMs = 200;
/** Linux counts processor time in hundredths of a second on every machine that runs Node. */
const tickMs = 10;

/**
 * Watches the machine in each slice of a load, until the last slice is over or the watch is closed. `generator`: ids of the processes
 * that make the load, k6 and the companion; `others`: of our other processes, the command line and an embedded service.
 */
export function watchSlices(generator: readonly number[], others: readonly number[], slices: SlicesInTime) {
  const seen: MachineSlice[] = [];
  let before = lookAtLoad(generator, others);
  const timer = setInterval(() => {
    const after = lookAtLoad(generator, others);
    addLooks(seen, before, after, slices);
    before = after;
    if (after.atMs > slices.startMs + slices.count * slices.sliceMs) clearInterval(timer);
  }, periodMs);
  return {
    /** One entry for each slice that has begun. */
    read: (): readonly MachineSlice[] => seen,
    close: () => clearInterval(timer),
  };
}

/** Adds what happened between two readings to every slice that they touch; each slice keeps its worst. */
export function addLooks(
  seen: MachineSlice[],
  before: SliceLook,
  after: SliceLook,
  { startMs, sliceMs, count }: SlicesInTime,
): void {
  const between = sliceBetween(before, after);
  const placeOf = (atMs: number) => Math.floor((atMs - startMs) / sliceMs);
  const [first, last] = [Math.max(0, placeOf(before.atMs)), Math.min(count - 1, placeOf(after.atMs))];
  // Slices that were over before the first reading.
  while (seen.length < Math.min(first, count)) seen.push(unknownSlice);
  for (let at = first; at <= last; at += 1) {
    const known = seen[at];
    seen[at] = known === undefined ? between : worstOf(known, between);
  }
}

export function sliceBetween(before: SliceLook, after: SliceLook): MachineSlice {
  const durationMs = Math.max(1, after.atMs - before.atMs);
  const grown = (name: keyof SliceLook) => Math.max(0, after[name] - before[name]);
  const inCores = (ticks: number) => orNull((ticks * tickMs) / durationMs);
  return {
    othersCores: inCores(Math.max(0, grown('used') - grown('watched'))),
    stolenCores: inCores(grown('stolen')),
    waitedMs: orNull(grown('waitedMs') / (durationMs / 1000)),
    throttledPeriods: orNull(grown('throttledPeriods')),
  };
}

export type SliceLook = ReturnType<typeof lookAtLoad>;

function lookAtLoad(generator: readonly number[], others: readonly number[]) {
  return {
    atMs: Date.now(),
    ...lookAt([...generator, ...others], 'self'),
    /** How long the generator's threads have waited for a processor. */
    waitedMs: sumOfKnown(generator.map(waitedMsOf)),
  };
}

function waitedMsOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  try {
    const files = readdirSync(threads).map((thread) => `${threads}/${thread}/schedstat`);
    return sumOfKnown(files.map((file) => readWaitedMs(readKernelFile(file))));
  } catch {
    return Number.NaN;
  }
}

/** Reads a thread's schedstat: nanoseconds that it ran, and that it waited while ready to run. */
export function readWaitedMs(schedstat: string): number {
  return Number(/^\d+ (\d+) /.exec(schedstat)?.[1]) / 1e6;
}

import { readdirSync } from 'node:fs';
import { type MachineSlice, type SlicesInTime, unknownSlice, worstOf } from '../../schemas/machine.ts';
import {
  readBoxTicks,
  readKernelFile,
  readProcessTicks,
  readThrottledPeriods,
  throttleFiles,
} from './read-machine.ts';

/** Much shorter than a slice, and much longer than a tick of the kernel's clock, in which it counts processor time. */
const periodMs = 200;
/** Linux counts processor time in hundredths of a second on every machine that runs Node. */
const tickMs = 10;

/** Ids of our own processes. */
export interface OwnProcesses {
  /** Processes that make the load: k6 and the companion. */
  readonly generator: readonly number[];
  /** Our other processes: the command line and an embedded service. */
  readonly others: readonly number[];
}

/** The kernel's counters at one moment, in milliseconds; null: unknown. */
export interface SliceLook {
  readonly atMs: number;
  readonly usedMs: number | null;
  readonly ownMs: number | null;
  readonly stolenMs: number | null;
  readonly waitedMs: number | null;
  readonly throttledPeriods: number | null;
}

/** Watches the machine in each slice of a load, until the last slice is over or the watch is closed. */
export function watchSlices(own: OwnProcesses, slices: SlicesInTime) {
  const seen: MachineSlice[] = [];
  let before = lookAt(own);
  const timer = setInterval(() => {
    const after = lookAt(own);
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
  const grown = (name: keyof SliceLook): number | null => {
    const [here, there] = [before[name], after[name]];
    return here === null || there === null ? null : Math.max(0, there - here);
  };
  const per = (count: number | null, ms: number) => (count === null ? null : count / ms);
  const [used, own] = [grown('usedMs'), grown('ownMs')];
  const others = used === null || own === null ? null : Math.max(0, used - own);
  return {
    othersCores: per(others, durationMs),
    stolenCores: per(grown('stolenMs'), durationMs),
    waitedMs: per(grown('waitedMs'), durationMs / 1000),
    throttledPeriods: grown('throttledPeriods'),
  };
}

function lookAt({ generator, others }: OwnProcesses): SliceLook {
  const { used, stolen } = readBoxTicks(readKernelFile('/proc/stat'));
  const inMs = (ticks: number | null) => (ticks === null ? null : ticks * tickMs);
  const ticksOf = (pid: number) => readProcessTicks(readKernelFile(`/proc/${pid}/stat`));
  const throttled = throttleFiles(readKernelFile('/proc/self/cgroup')).flatMap(
    (file) => readThrottledPeriods(readKernelFile(file)) ?? [],
  );
  return {
    atMs: Date.now(),
    usedMs: inMs(used),
    ownMs: inMs(sumOf([...generator, ...others].map(ticksOf))),
    stolenMs: inMs(stolen),
    waitedMs: sumOf(generator.map(waitedMsOf)),
    throttledPeriods: sumOf(throttled),
  };
}

/** How long the threads of a process have waited for a processor; null: unknown. */
function waitedMsOf(pid: number): number | null {
  return sumOf(
    threadsOf(pid).map((thread) => readWaitedMs(readKernelFile(`/proc/${pid}/task/${thread}/schedstat`))),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Reads a thread's schedstat: nanoseconds that it ran, and that it waited while ready to run. */
export function readWaitedMs(schedstat: string): number | null {
  const waitedNs = /^\d+ (\d+) /.exec(schedstat)?.[1];
  return waitedNs === undefined ? null : Number(waitedNs) / 1e6;
}

/** null: there are no values, or one is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.length === 0
    ? null
    : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value));
}

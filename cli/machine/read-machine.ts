import { readdirSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, loadavg, platform, release, type } from 'node:os';
import type { MachineSlice } from '../../dist/facts-types.ts';
import { type Machine, type SlicesInTime, unknownSlice, worstOf } from '../../schemas/machine.ts';

/** The content of a kernel file; empty if it does not exist, as on systems other than Linux. */
export function readKernelFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Reads /proc/stat: clock ticks of all CPUs since boot. `stolen` went to other machines on the same host; `used` went to programs,
 * which excludes interrupts. Here and in all that is read below, NaN is an unknown figure, and so is what is computed from one.
 */
export function readBoxTicks(stat: string) {
  const columns = /^cpu +(\d+(?: \d+){3,})/m.exec(stat)?.[1]?.split(' ').map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] =
    columns ?? Array<number>(8).fill(Number.NaN);
  const used = user + nice + system;
  const busy = used + irq + softIrq;
  return { busy, stolen, total: busy + idle + waiting + stolen, used };
}

/** Reads /proc/PID/stat: ticks in user and kernel mode. The program's name may contain spaces and brackets. */
export function readProcessTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
  return Number(fields[12]) + Number(fields[13]);
}

/** Reads a cgroup's cpu.stat: the number of scheduling periods in which it used up its quota. */
export function readThrottledPeriods(cpuStat: string): number {
  return Number(/^nr_throttled (\d+)$/m.exec(cpuStat)?.[1]);
}

/**
 * Reads /proc/PID/cgroup: every cpu.stat that can throttle the process, for both versions of cgroups. Includes the ancestors, and
 * the root for containers that hide the real path.
 */
export function throttleFiles(cgroup: string): string[] {
  return [...cgroup.matchAll(/^\d+:([^:]*):(\/.*)$/gm)].flatMap(([, controllers = '', path = '']) => {
    if (controllers !== '' && !controllers.split(',').includes('cpu')) return [];
    const mount = controllers === '' ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu';
    const names = path.split('/').filter((name) => name !== '');
    const folders = names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`);
    return [...folders, ''].map((folder) => `${mount}${folder}/cpu.stat`);
  });
}

/** Reads /proc/PID/status: the memory that the process holds; NaN: it has ended. */
export function readResidentBytes(status: string): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

/** Reads a thread's schedstat: nanoseconds that it ran, and that it waited while ready to run. */
export function readWaitedMs(schedstat: string): number {
  return Number(/^\d+ (\d+) /.exec(schedstat)?.[1]) / 1e6;
}

export type Reading = ReturnType<typeof readingOf>;

function readingOf(k6: number | null, others: readonly number[]) {
  const generator = k6 === null ? [process.pid] : [k6, process.pid];
  const files = throttleFiles(readKernelFile(`/proc/${k6 ?? 'self'}/cgroup`));
  const throttledPeriods = files.map((file) => readThrottledPeriods(readKernelFile(file)));
  return {
    atMs: Date.now(),
    ...readBoxTicks(readKernelFile('/proc/stat')),
    k6: k6 === null ? Number.NaN : ticksOf(k6),
    /** Ticks of all our processes together; NaN if one has ended. */
    ours: sumOfKnown([...generator, ...others].map(ticksOf)),
    throttledPeriods: sumOfKnown(throttledPeriods.filter((count) => !Number.isNaN(count))),
    /** How long the threads of k6 and of this process have waited for a processor. */
    waitedMs: sumOfKnown(generator.map(waitedMsOf)),
  };
}

function ticksOf(pid: number): number {
  return readProcessTicks(readKernelFile(`/proc/${pid}/stat`));
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

/** NaN: there are no values, or one is unknown. */
function sumOfKnown(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, one) => sum + one);
}

/** A figure as the report has it. */
function orNull(figure: number): number | null {
  return Number.isNaN(figure) ? null : figure;
}

/** Much shorter than a slice, and much longer than a tick of the kernel's clock, in which it counts processor time. */
const periodMs = 200;
/** Linux counts processor time in hundredths of a second on every machine that runs Node. */
const tickMs = 10;

/**
 * Watches the machine from now on, as far as the system shows it: k6, this process beside it, `others` of our processes, and each slice
 * of a load.
 */
export function watchMachine(
  k6: number | null,
  others: readonly number[] = [],
  slices: SlicesInTime | null = null,
) {
  const first = readingOf(k6, others);
  const clockDriftMs = watchClock();
  clockDriftMs();
  const machineSlices: MachineSlice[] = [];
  let before = first;
  const timer = setInterval(() => {
    clockDriftMs();
    if (slices === null) return;
    const after = readingOf(k6, others);
    addLooks(machineSlices, before, after, slices);
    before = after;
  }, periodMs);
  let closed: Machine | null = null;
  return {
    /** Ends the watch. Returns what has happened, with one entry for each slice that has begun. */
    close() {
      clearInterval(timer);
      closed ??= {
        os: `${type()} ${release()} ${arch()}`,
        cores: availableParallelism(),
        loadAverage: platform() === 'win32' ? null : (loadavg()[0] ?? null),
        ...usageBetween(first, readingOf(k6, others)),
        clockDriftMs: clockDriftMs(),
      };
      return { machine: closed, machineSlices };
    },
  };
}

export function usageBetween(first: Reading, last: Reading) {
  const grown = (name: keyof Reading) => Math.max(0, last[name] - first[name]);
  // Capped at 1, because the ticks of a process and of the machine are not counted at the same instant.
  const shareOf = (name: keyof Reading) =>
    grown('total') === 0 ? null : orNull(Math.min(1, grown(name) / grown('total')));
  return {
    boxBusyShare: shareOf('busy'),
    generatorBusyShare: shareOf('k6'),
    stolenShare: shareOf('stolen'),
    throttledPeriods: orNull(grown('throttledPeriods')),
  };
}

/** Adds what happened between two readings to every slice that they touch; each slice keeps its worst. */
export function addLooks(
  seen: MachineSlice[],
  before: Reading,
  after: Reading,
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

export function sliceBetween(before: Reading, after: Reading): MachineSlice {
  const durationMs = Math.max(1, after.atMs - before.atMs);
  const grown = (name: keyof Reading) => Math.max(0, after[name] - before[name]);
  const inCores = (ticks: number) => orNull((ticks * tickMs) / durationMs);
  return {
    othersCores: inCores(Math.max(0, grown('used') - grown('ours'))),
    stolenCores: inCores(grown('stolen')),
    waitedMs: orNull(grown('waitedMs') / (durationMs / 1000)),
    throttledPeriods: orNull(grown('throttledPeriods')),
  };
}

/**
 * Returns a function that reads the clocks and tells the smallest step of the wall clock, in milliseconds, that explains all readings;
 * 0: none. Each reading only bounds by how much the wall clock is ahead of the monotonic one, because the wall clock has whole
 * milliseconds and the process may be suspended in between. The bounds cross once no single offset explains all readings.
 */
export function watchClock(monotonicMs = () => performance.now(), wallMs = Date.now) {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return (): number => {
    const before = monotonicMs();
    const wall = wallMs();
    const after = monotonicMs();
    least = Math.max(least, wall - after);
    most = Math.min(most, wall + 1 - before);
    return Math.max(0, least - most);
  };
}

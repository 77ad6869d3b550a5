import { readFileSync } from 'node:fs';
import { arch, availableParallelism, loadavg, platform, release, type } from 'node:os';
import type { Machine } from '../../schemas/machine.ts';

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

/** The kernel's counters at one moment. */
export type Look = ReturnType<typeof lookAt>;

/** Counts the ticks of these processes, and the throttled periods of the control groups of one process. */
export function lookAt(pids: readonly number[], throttled: number | 'self') {
  const files = throttleFiles(readKernelFile(`/proc/${throttled}/cgroup`));
  const throttledPeriods = files.map((file) => readThrottledPeriods(readKernelFile(file)));
  return {
    ...readBoxTicks(readKernelFile('/proc/stat')),
    /** Ticks of the processes together; NaN if one has ended. */
    watched: sumOfKnown(pids.map((pid) => readProcessTicks(readKernelFile(`/proc/${pid}/stat`)))),
    throttledPeriods: sumOfKnown(throttledPeriods.filter((count) => !Number.isNaN(count))),
  };
}

/** NaN: there are no values, or one is unknown. */
export function sumOfKnown(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, one) => sum + one);
}

/** A figure as the report has it. */
export function orNull(figure: number): number | null {
  return Number.isNaN(figure) ? null : figure;
}

const clockPeriodMs = 250;

/** Watches the machine and one process from now on, as far as the system shows them. */
export function watchMachine(pid: number | null) {
  const look = () => lookAt(pid === null ? [] : [pid], pid ?? 'self');
  const first = look();
  const clockDriftMs = watchClock();
  clockDriftMs();
  let closed: Machine | null = null;
  const timer = setInterval(clockDriftMs, clockPeriodMs);

  /** What has happened so far, or until the watch was closed. */
  const read = (): Machine =>
    closed ?? {
      os: `${type()} ${release()} ${arch()}`,
      cores: availableParallelism(),
      loadAverage: platform() === 'win32' ? null : (loadavg()[0] ?? null),
      ...usageBetween(first, look()),
      clockDriftMs: clockDriftMs(),
    };
  return {
    read,
    close() {
      closed = read();
      clearInterval(timer);
    },
  };
}

export function usageBetween(first: Look, last: Look) {
  const grown = (name: keyof Look) => Math.max(0, last[name] - first[name]);
  // Capped at 1, because the ticks of a process and of the machine are not counted at the same instant.
  const shareOf = (name: keyof Look) =>
    grown('total') === 0 ? null : orNull(Math.min(1, grown(name) / grown('total')));
  return {
    boxBusyShare: shareOf('busy'),
    generatorBusyShare: shareOf('watched'),
    stolenShare: shareOf('stolen'),
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

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
 * which excludes interrupts.
 */
export function readBoxTicks(stat: string): Pick<Look, 'busy' | 'stolen' | 'total' | 'used'> {
  const columns = /^cpu +(\d+(?: \d+){3,})/m.exec(stat)?.[1]?.split(' ').map(Number);
  if (columns === undefined) return { busy: null, stolen: null, total: null, used: null };
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] = columns;
  const used = user + nice + system;
  const busy = used + irq + softIrq;
  return { busy, stolen, total: busy + idle + waiting + stolen, used };
}

/** Reads /proc/PID/stat: ticks in user and kernel mode. The program's name may contain spaces and brackets. */
export function readProcessTicks(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
  const ticks = Number(fields[12]) + Number(fields[13]);
  return stat.includes(')') && Number.isFinite(ticks) ? ticks : null;
}

/** Reads a cgroup's cpu.stat: the number of scheduling periods in which it used up its quota. */
export function readThrottledPeriods(cpuStat: string): number | null {
  const count = /^nr_throttled (\d+)$/m.exec(cpuStat)?.[1];
  return count === undefined ? null : Number(count);
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

/** Reads /proc/PID/status: the memory that the process holds; null: it has ended. */
export function readResidentBytes(status: string): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

/** The kernel's counters at one moment; null: unknown, or a watched process has ended. */
export interface Look {
  readonly busy: number | null;
  readonly stolen: number | null;
  readonly total: number | null;
  readonly used: number | null;
  /** Ticks of the watched processes together. */
  readonly watched: number | null;
  readonly throttledPeriods: number | null;
}

/** Counts the ticks of these processes, and the throttled periods of the control groups of one process. */
export function lookAt(pids: readonly number[], throttled: number | 'self'): Look {
  const files = throttleFiles(readKernelFile(`/proc/${throttled}/cgroup`));
  return {
    ...readBoxTicks(readKernelFile('/proc/stat')),
    watched: knownSum(pids.map((pid) => readProcessTicks(readKernelFile(`/proc/${pid}/stat`)))),
    throttledPeriods: knownSum(files.flatMap((file) => readThrottledPeriods(readKernelFile(file)) ?? [])),
  };
}

/** null: there are no values, or one is unknown. */
export function knownSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : known.reduce((sum, one) => sum + one);
}

/** null: missing in one of the looks. */
export function growthOf(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.max(0, after - before);
}

const clockPeriodMs = 250;

/** Watches the machine and one process from now on, as far as the system shows them. */
export function watchMachine(pid: number | null) {
  const look = () => lookAt(pid === null ? [] : [pid], pid ?? 'self');
  const first = look();
  let offset = readClockOffset();
  let closed: Machine | null = null;
  const timer = setInterval(readClock, clockPeriodMs);

  function readClock(): void {
    offset = tighten(offset, readClockOffset());
  }
  /** What has happened so far, or until the watch was closed. */
  function read(): Machine {
    if (closed !== null) return closed;
    readClock();
    return {
      os: `${type()} ${release()} ${arch()}`,
      cores: availableParallelism(),
      loadAverage: platform() === 'win32' ? null : (loadavg()[0] ?? null),
      ...usageBetween(first, look()),
      clockDriftMs: driftMs(offset),
    };
  }
  return {
    read,
    close() {
      closed = read();
      clearInterval(timer);
    },
  };
}

export function usageBetween(first: Look, last: Look) {
  const total = growthOf(first.total, last.total);
  // Capped at 1, because the ticks of a process and of the machine are not counted at the same instant.
  const shareOf = (name: keyof Look) => {
    const part = growthOf(first[name], last[name]);
    return part === null || total === null || total === 0 ? null : Math.min(1, part / total);
  };
  return {
    boxBusyShare: shareOf('busy'),
    generatorBusyShare: shareOf('watched'),
    stolenShare: shareOf('stolen'),
    throttledPeriods: growthOf(first.throttledPeriods, last.throttledPeriods),
  };
}

/** Milliseconds by which the wall clock is ahead of the monotonic one: between `least` and `most`. */
export interface ClockOffset {
  readonly least: number;
  readonly most: number;
}

/** A range, because the wall clock has whole milliseconds and the process may be suspended between readings. */
export function readClockOffset(): ClockOffset {
  const before = performance.now();
  const wall = Date.now();
  const after = performance.now();
  return { least: wall - after, most: wall + 1 - before };
}

/** The highest `least` and the lowest `most`. They cross once no single offset explains all readings. */
export function tighten(a: ClockOffset, b: ClockOffset): ClockOffset {
  return { least: Math.max(a.least, b.least), most: Math.min(a.most, b.most) };
}

/** The smallest step of the wall clock that explains the readings, in milliseconds; 0: none. */
export function driftMs({ least, most }: ClockOffset): number {
  return least > most ? least - most : 0;
}

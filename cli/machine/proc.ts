import { readFileSync } from 'node:fs';

/** The content of a file of the kernel; empty where there is no such file, as everywhere but on Linux. */
export function readKernelFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Clock ticks of all CPUs together since boot; `stolen` went to other machines on the same host. */
export interface BoxTicks {
  readonly busy: number;
  readonly stolen: number;
  readonly total: number;
}

/** Reads /proc/stat. */
export function readBoxTicks(stat: string): BoxTicks | null {
  const columns = /^cpu +(\d+(?: \d+){3,})/m.exec(stat)?.[1]?.split(' ').map(Number);
  if (columns === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] = columns;
  const busy = user + nice + system + irq + softIrq;
  return { busy, stolen, total: busy + idle + waiting + stolen };
}

/** Reads /proc/PID/stat: ticks in user and in kernel mode. The program's name may hold spaces and brackets. */
export function readProcessTicks(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
  const ticks = Number(fields[12]) + Number(fields[13]);
  return stat.includes(')') && Number.isFinite(ticks) ? ticks : null;
}

/** Reads a cgroup's cpu.stat: scheduling periods in which it had used up its quota. */
export function readThrottledPeriods(cpuStat: string): number | null {
  const count = /^nr_throttled (\d+)$/m.exec(cpuStat)?.[1];
  return count === undefined ? null : Number(count);
}

/**
 * Reads /proc/PID/cgroup: every cpu.stat that can throttle the process, for both versions of cgroups. The ancestors
 * belong to it, and where a container hides the real path, the root stands for it.
 */
export function throttleFiles(cgroup: string): string[] {
  return cgroup.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    const mount = mountOf(controllers.split(','));
    return mount === null ? [] : selfAndAncestors(path).map((folder) => `${mount}${folder}/cpu.stat`);
  });
}

function mountOf(controllers: readonly string[]): string | null {
  if (controllers.includes('cpu')) return '/sys/fs/cgroup/cpu';
  return controllers[0] === '' ? '/sys/fs/cgroup' : null;
}

function selfAndAncestors(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  return [...names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`), ''];
}

/** Reads /proc/PID/status: the memory that the process holds; null for one that has ended. */
export function readResidentBytes(status: string): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

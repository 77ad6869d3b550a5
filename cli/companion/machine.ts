import { readFileSync } from 'node:fs';
import { arch, availableParallelism, loadavg, platform, release, type } from 'node:os';
import { readBoxTicks, readProcessTicks, readThrottledPeriods, throttleFiles } from './proc.ts';
import type { Sample } from './usage.ts';

/** The content of a file of the kernel; empty where there is no such file, as everywhere but on Linux. */
export function readKernelFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A function that looks at the machine and at one process, as far as the system tells. */
export function sampler(pid: number | null): () => Sample {
  const files = throttleFiles(readKernelFile(`/proc/${pid ?? 'self'}/cgroup`));
  return () => ({
    atMs: performance.now(),
    box: readBoxTicks(readKernelFile('/proc/stat')),
    generator: pid === null ? null : readProcessTicks(readKernelFile(`/proc/${pid}/stat`)),
    throttledPeriods: sumOfKnown(files.map((file) => readThrottledPeriods(readKernelFile(file)))),
  });
}

export interface Machine {
  readonly os: string;
  readonly cores: number;
  /** Of the last minute; null on Windows, which has none. */
  readonly loadAverage: number | null;
}

export function describeMachine(): Machine {
  return {
    os: `${type()} ${release()} ${arch()}`,
    cores: availableParallelism(),
    loadAverage: platform() === 'win32' ? null : (loadavg()[0] ?? null),
  };
}

function sumOfKnown(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count);
}

import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** `/proc` counts in hundredths of a second. */
const msOfTick = 10;

interface ProcessorTimes {
  readonly allMs: number;
  readonly idleMs: number;
  /** Of this process and of all it started that has ended. */
  readonly ownMs: number;
}

/** From now on: the share of all cores that others used. What we start must have ended when it is asked. */
export async function watchOthers(): Promise<() => Promise<number>> {
  const before = await processorTimes();
  return async () => {
    const after = await processorTimes();
    const allMs = after.allMs - before.allMs;
    const idleMs = after.idleMs - before.idleMs;
    const ownMs = after.ownMs - before.ownMs;
    return allMs === 0 ? 0 : Math.max(0, (allMs - idleMs - ownMs) / allMs);
  };
}

async function processorTimes(): Promise<ProcessorTimes> {
  const times = cpus().map((core) => core.times);
  const allMs = times.reduce(
    (sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq,
    0,
  );
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0);
  return { allMs, idleMs, ownMs: ownMsOf(await readFile('/proc/self/stat', 'utf8')) };
}

/** utime, stime, cutime and cstime: the 14th to the 17th field, counted behind the name. */
export function ownMsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * msOfTick, 0);
}

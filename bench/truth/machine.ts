import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const windowMs = 400;

/** Share of all cores in use over the next moment: by others, where nothing of ours runs. */
export async function busyShare(): Promise<number> {
  const before = processorTimes();
  await wait(windowMs);
  const after = processorTimes();
  const allMs = after.allMs - before.allMs;
  return allMs === 0 ? 0 : 1 - (after.idleMs - before.idleMs) / allMs;
}

function processorTimes(): { readonly allMs: number; readonly idleMs: number } {
  const times = cpus().map((core) => core.times);
  const allMs = times.reduce(
    (sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq,
    0,
  );
  return { allMs, idleMs: times.reduce((sum, { idle }) => sum + idle, 0) };
}

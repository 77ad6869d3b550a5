import { readdirSync } from 'node:fs';
import { readKernelFile, readResidentBytes } from '../../cli/machine/read-machine.ts';

const lookMs = 30;

/** Watches a process with all that it and its children start: they stay of the tree when a parent ends. */
export function watchTree(root: number) {
  const tree = new Set([root]);
  const others = new Set<number>();
  let peakBytes = 0;
  const look = () => {
    const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
    const fresh = pids.filter((pid) => !tree.has(pid) && !others.has(pid));
    // A child has a higher number than its parent, unless the numbers have begun again.
    for (const pid of fresh.toSorted((a, b) => a - b)) (tree.has(parentOf(pid)) ? tree : others).add(pid);
    const bytes = [...tree].reduce((sum, pid) => sum + (readResidentBytes(statusOf(pid)) ?? 0), 0);
    peakBytes = Math.max(peakBytes, bytes);
  };
  const timer = setInterval(look, lookMs);
  look();
  return {
    /** Those that still run. A process that has ended has no memory, even if nobody asks for its status. */
    alive: () => [...tree].filter((pid) => readResidentBytes(statusOf(pid)) !== null),
    stop() {
      clearInterval(timer);
      return peakBytes;
    },
  };
}

const statusOf = (pid: number) => readKernelFile(`/proc/${pid}/status`);

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1]);
}

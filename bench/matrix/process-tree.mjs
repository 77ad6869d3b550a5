import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * `node process-tree.mjs PID` watches a process and all that it and its children start, even after a parent has ended. At the end of its
 * input it prints the process ids and the peak memory of the processes that ran at one time, together. It is a process of its own because
 * the services of the bench do not let the bench look in time.
 */
const tree = new Set([Number(process.argv[2])]);
const others = new Set();
let peakBytes = 0;

function look() {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  const fresh = pids.filter((pid) => !tree.has(pid) && !others.has(pid));
  // A child has a higher number than its parent, unless the numbers have begun again.
  for (const pid of fresh.toSorted((a, b) => a - b))
    (tree.has(figureOf(pid, 'PPid')) ? tree : others).add(pid);
  const kibibytes = [...tree].reduce((sum, pid) => sum + (figureOf(pid, 'VmHWM') ?? 0), 0);
  peakBytes = Math.max(peakBytes, kibibytes * 1024);
}

function figureOf(pid, name) {
  try {
    const figure = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return figure === undefined ? null : Number(figure);
  } catch {
    return null;
  }
}

try {
  setPriority(-15);
} catch {
  // It is less sure to look in time then.
}
look();
console.log('watching');
const timer = setInterval(look, 20);
process.stdin.resume().once('end', () => {
  clearInterval(timer);
  console.log(JSON.stringify({ pids: [...tree], peakBytes }));
});

import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The priority that `nice --adjustment=-15` asks for. */
const raised = -15;

/**
 * Starts a process, on request with priority over nearly all others. It inherits the priority of the thread that starts it, because Linux
 * keeps one for each thread: raising a running process would leave the threads that it already has as they are. `isRaised`: whether it was
 * requested and permitted; if not, the process is started all the same.
 */
export function startRaised<Started>(isRequested: boolean, start: () => Started) {
  const usual = getPriority();
  const isRaised = isRequested && mayHave(Math.min(usual, raised));
  try {
    return { started: start(), isRaised };
  } finally {
    if (isRaised) setPriority(usual);
  }
}

/** Whether this process may start others with a higher priority than usual. */
export function mayRaise(): boolean {
  return startRaised(true, () => null).isRaised;
}

function mayHave(priority: number): boolean {
  try {
    setPriority(priority);
    return true;
  } catch {
    return false;
  }
}

/**
 * Raises a session over others, too. Linux may share the processors among sessions first (autogroup), and then the priority of a
 * process counts only within its own session. `pid`: the process that leads the session. Without permission, or where sessions
 * do not count, nothing changes.
 */
export function raiseSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(raised));
  } catch {
    // No permission, or no such file.
  }
}

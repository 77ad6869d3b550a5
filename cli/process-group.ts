/** Signals a process that was started with `detached`, and whatever it has started itself, as a script in the place of k6 does. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    // Windows has no such groups.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NoVerdict } from '../exit-status.ts';
import { packageRoot } from '../package-root.ts';
import type { Phase, Watched } from './companion-process.ts';

export type Companion = Awaited<ReturnType<typeof startCompanion>>;

/**
 * Starts the server beside a k6 run, as a process of its own, so that our work does not delay the control endpoint and it can have
 * k6's priority. It ends with this process at the latest. Rejects if it does not start. `program` is the bundle of
 * companion-process.ts. If it does not stop within `mostStopMs`, for example because it is frozen, it is killed.
 */
export async function startCompanion(
  program = join(packageRoot(), 'dist', 'companion.mjs'),
  mostStopMs = 5000,
) {
  const { SystemRoot } = process.env;
  const child = fork(program, {
    execArgv: [],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    // No standard error: if Node itself hits a limit, it writes a stack trace there.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Detached, because a terminal sends an interrupt to its whole process group while k6 still needs answers.
    detached: true,
  });
  const ended = once(child, 'exit');
  const lost = (when: string) => {
    const { exitCode, signalCode } = child;
    const end = signalCode === null ? `with status ${exitCode}` : `by ${signalCode}`;
    return new NoVerdict(
      `The companion process ended ${end} before ${when}. If it lacked memory, processes or open files, raise their limits: ulimit -v, -u, -n.`,
    );
  };
  const [url] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw lost('it was ready');
    }),
  ]);
  const { pid = 0 } = child;
  child.on('message', (news) => companion.onPhase(news as Phase));
  child.unref();
  child.channel?.unref();
  const companion = {
    /** The base URL for the scenarios, without a trailing slash. */
    url: String(url),
    pid,
    onPhase(_: Phase) {},
    /** Names the processes of k6 and the embedded service. k6's share of the machine is counted from then on, and k6 ends with this process. */
    watch(watched: Watched) {
      // If the companion is gone, the share stays unknown.
      child.send(watched, () => {});
    },
    /** Throws if the companion has ended, because the run is then incomplete. */
    check() {
      if (child.exitCode !== null || child.signalCode !== null) throw lost('the run was over');
    },
    async stop() {
      if (child.connected) child.disconnect();
      child.ref();
      const kill = setTimeout(() => child.kill('SIGKILL'), mostStopMs);
      await ended;
      clearTimeout(kill);
    },
  };
  return companion;
}

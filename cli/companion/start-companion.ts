import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NoVerdict } from '../exit-status.ts';
import { packageRoot } from '../package-root.ts';
import type { Phase, Watched } from './companion-process.ts';

/** The server beside a k6 run. It ends with this process at the latest. */
export interface Companion {
  /** The base URL for the scenarios, without a slash at the end. */
  readonly url: string;
  /** A process of its own: our work must not delay the control endpoint, and it can be given k6's priority. */
  readonly pid: number;
  /** Names the process of k6, whose share of the machine is then counted, and which ends with this process, and that of an embedded service. */
  watch(watched: Watched): void;
  /** Called with the progress of the run. */
  onPhase: (phase: Phase) => void;
  /** Throws if it has ended, without which no run is whole. */
  check(): void;
  stop(): Promise<void>;
}

/**
 * Rejects if it does not start. `program` is the bundle of companion-process.ts. One that does not end within `mostStopMs` when it is stopped, as
 * it cannot if it is frozen, is killed.
 */
export async function startCompanion(
  program = join(packageRoot(), 'dist', 'companion.mjs'),
  mostStopMs = 5000,
): Promise<Companion> {
  const { SystemRoot } = process.env;
  const env = SystemRoot === undefined ? {} : { SystemRoot };
  const child = fork(program, {
    execArgv: [],
    env,
    // If Node itself dies of a limit, it writes a stack trace.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A terminal sends an interrupt to every process of its group, but k6 still needs answers.
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
  // The server sends its URL as soon as it listens.
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
  const companion: Companion = {
    url,
    pid,
    onPhase() {},
    watch(watched) {
      // A companion that is gone leaves the share unknown.
      child.send(watched, () => {});
    },
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

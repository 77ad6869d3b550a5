import { setTimeout as after } from 'node:timers/promises';
import { execa } from 'execa';

export interface Server {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const longestStartMs = 30_000;

/** A server, once something listens at its port. */
export async function started(
  [command = '', ...words]: readonly string[],
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const running = execa(command, words, {
    env,
    stdin: 'ignore',
    reject: false,
    all: true,
    forceKillAfterDelay: 3000,
  });
  const stop = async () => {
    running.kill();
    await running;
  };
  let ended: string | undefined;
  running.then(({ all, shortMessage }) => {
    ended = all || shortMessage || 'without a word';
  });
  const endsAt = Date.now() + longestStartMs;
  while (!(await listens(port))) {
    if (ended !== undefined) throw new Error(`${command} ended: ${ended.slice(-200)}`);
    if (Date.now() > endsAt) {
      await stop();
      throw new Error(`${command} does not listen.`);
    }
    await after(50);
  }
  return { port, stop };
}

function listens(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

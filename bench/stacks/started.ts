import { setTimeout as after } from 'node:timers/promises';
import { type ExecaError, execa } from 'execa';

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
  const running = execa(command, words, { env, stdin: 'ignore', all: true, forceKillAfterDelay: 3000 });
  const ended = running.then(
    () => 'without a word',
    ({ all, shortMessage }: ExecaError) => String(all || shortMessage).slice(-200),
  );
  const stop = async () => {
    running.kill();
    await ended;
  };
  for (const endsAt = Date.now() + longestStartMs; !(await listens(port)); ) {
    const why = await Promise.race([ended, after(50, null)]);
    if (why !== null) throw new Error(`${command} ended: ${why}`);
    if (Date.now() < endsAt) continue;
    await stop();
    throw new Error(`${command} does not listen.`);
  }
  return { port, stop };
}

function listens(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

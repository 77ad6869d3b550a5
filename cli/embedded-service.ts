import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import type { Caller } from './caller.ts';
import { withoutSecrets } from './child-environment.ts';
import { NoVerdict } from './exit-status.ts';
import { packageRoot } from './package-root.ts';

/** Starts the reference service as a process of its own, so that it and the generator do not share a thread. */
export async function embeddedService({ env, say }: Caller) {
  const token = crypto.randomUUID();
  const args = [join(packageRoot(), 'dist', 'cli.mjs'), 'serve', '--port', '0'];
  const child = execa(process.execPath, args, {
    env: { ...withoutSecrets(env), ACCESS_TOKEN: token },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'inherit'],
    buffer: false,
    ipc: true,
    reject: false,
    detached: true,
  });
  const lines = createInterface({ input: child.stdout });
  const ended = child.then(() => {
    throw new NoVerdict('The embedded reference service did not start.');
  });
  const [baseUrl]: string[] = await Promise.race([once(lines, 'line'), ended]);
  say(`Judging the embedded reference service at ${baseUrl}.`);
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  return { baseUrl: String(baseUrl), token, pid: child.pid ?? null, stop };
}

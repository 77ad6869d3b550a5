import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withoutSecrets } from './child-environment.ts';
import { NoVerdict, say } from './exit-status.ts';

/** Starts the reference service as a process of its own, so that it and the generator do not share a thread. */
export async function embeddedService() {
  const token = crypto.randomUUID();
  const args = [fileURLToPath(import.meta.url), 'serve', '--port', '0'];
  const child = execa(process.execPath, args, {
    env: { ...withoutSecrets(process.env), ACCESS_TOKEN: token },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'inherit'],
    buffer: false,
    reject: false,
    cleanup: true,
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
  return { baseUrl: String(baseUrl), token, stop };
}

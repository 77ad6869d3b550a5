import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { NoVerdict } from './exit-status.ts';

export interface EmbeddedService {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the reference service as a process of its own, so that it and the generator do not share a thread. */
export async function embeddedService(
  dataDir: string,
  say: (line: string) => void,
): Promise<EmbeddedService> {
  const token = `embedded-${crypto.randomUUID()}`;
  const child = execa(
    process.execPath,
    [fileURLToPath(import.meta.url), 'serve', '--port', '0', '--data-dir', dataDir],
    {
      env: { ACCESS_TOKEN: token },
      stdout: 'pipe',
      stderr: 'inherit',
      stdin: 'ignore',
      reject: false,
      cleanup: true,
      detached: true,
    },
  );
  for await (const line of child) {
    const url = /https?:\/\/\S+/.exec(String(line))?.[0];
    if (url === undefined) continue;
    say(`No base URL given: judging the embedded reference service at ${url}.`);
    const stop = async () => {
      child.kill('SIGTERM');
      await child;
    };
    return { url, token, stop };
  }
  throw new NoVerdict('The embedded reference service did not start.');
}

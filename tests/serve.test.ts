import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

describe('serve', () => {
  it('answers under the token it is given, with the faults it is given, until it is told to stop', async () => {
    const server = execa(
      process.execPath,
      ['cli/bin.mjs', 'serve', '--fault', 'user-id-no-prefix@every-20th'],
      {
        env: { ACCESS_TOKEN: 'token-of-the-test' },
        reject: false,
        buffer: false,
      },
    );
    const [url] = await once(createInterface({ input: server.stdout }), 'line');
    const ids = [];
    for (let call = 0; call < 20; call += 1) {
      const body = (await (await fetch(`${url}/api/v1/user`)).json()) as { user: { id: string } };
      ids.push(body.user.id.startsWith('usr_'));
    }
    server.kill('SIGTERM');
    const { exitCode } = await server;
    expect([ids.filter((starts) => starts).length, exitCode]).toEqual([19, 0]);
  });

  it('ends with the run that started it, however that ends', async () => {
    const options = { ipc: true, reject: false, buffer: false } as const;
    const server = execa(process.execPath, ['cli/bin.mjs', 'serve'], options);
    await once(createInterface({ input: server.stdout }), 'line');
    server.disconnect();
    expect((await server).exitCode).toBe(0);
  });

  it('ends with the shell of npx, the only one that a signal to npx ends', async () => {
    const command = `"${process.execPath}" cli/bin.mjs serve; :`;
    const options = { env: { npm_command: 'exec' }, reject: false, buffer: false } as const;
    const shell = execa('sh', ['-c', command], options);
    const lines = createInterface({ input: shell.stdout });
    const [url] = await once(lines, 'line');
    const ended = once(lines, 'close');
    shell.kill('SIGTERM');
    await ended;
    await expect(fetch(`${url}/api/v1/user`)).rejects.toThrow();
  });

  it('ends quietly when nobody reads on', async () => {
    const pipe = `"${process.execPath}" cli/bin.mjs serve --list | head -n 1; echo "status \${PIPESTATUS[0]}"`;
    const { all } = await execa('bash', ['-c', pipe], { all: true, reject: false });
    expect(all.split('\n')).toHaveLength(2);
    expect(all).toMatch(/status 0$/);
  });
});

describe('the command line', () => {
  it('checks the contract that it writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-'));
    const bin = join(process.cwd(), 'cli', 'bin.mjs');
    const run = (command: string) => execa(process.execPath, [bin, 'contract', command], { cwd: folder });
    await run('init');
    expect((await run('check')).stdout).toBe('contract.yaml is a valid contract. It declares nothing.');
  });
});

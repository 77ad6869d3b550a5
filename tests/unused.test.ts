import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'knip');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** knip needs a newer Node than the harness does; it is installed for this test alone. */
it.runIf(major > 20 || minor >= 19)('no file, export or dependency is there that nothing uses', async () => {
  await execa('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  const knip = join(folder, 'node_modules', 'knip', 'bin', 'knip.js');
  const args = [knip, '--treat-config-hints-as-errors', '--no-progress'];
  const { all } = await execa(process.execPath, args, { all: true, reject: false });
  expect(all).toBe('');
});

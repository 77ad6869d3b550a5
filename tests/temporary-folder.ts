import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whatever the tests put into the temporary folder is gone after the last of them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'harness-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

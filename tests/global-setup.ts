import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';

/**
 * Builds once what the tests start from dist/, if a source has changed since. Whatever they put into the temporary
 * folder is gone after the last of them.
 */
export function setup(): () => void {
  execaSync(process.execPath, ['tools/build.mjs']);
  const folder = mkdtempSync(join(tmpdir(), 'harness-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

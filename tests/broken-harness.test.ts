import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptText } from '../cli/contract/scenario-script.ts';
import { freshRunIn } from '../cli/run/run-folder.ts';
import { type RunningService, startService } from '../service/server.ts';
import { bundleForK6 } from '../tools/bundle.ts';
import { canary, k6Run } from './k6-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'broken-'));
const script = join(scratch, 'throwing.js');
let service: RunningService;

beforeAll(async () => {
  service = await startService({ token: canary });
  writeFileSync(script, scriptText(await bundleForK6('tests/broken/throwing.ts'), 'throwing'));
});
afterAll(() => service.stop());

async function runBroken(THROWS: string) {
  const env = { BASE_URL: service.url, PROFILE: 'quick', DURATION: '2s', THROWS };
  return k6Run(script, env, ['--log-output=none']);
}

describe.concurrent('a harness that is broken itself', () => {
  it.each(['iteration', 'call'])(
    'gives no verdict when it throws under load, and k6 does not exit 0: %s',
    async (name) => {
      const run = await runBroken(name);
      expect([run.report?.run.completeness, run.report?.verdict]).toEqual(['broken', 'inconclusive']);
      expect(run.report?.reason).toMatch(/exception in the harness/);
      expect(run.exitCode).not.toBe(0);
    },
  );

  it('leaves no report when the summary throws, and no report is no verdict', async () => {
    const run = await runBroken('summary');
    expect(run.report).toBeNull();
    await expect(freshRunIn(run.folder, 'any')).rejects.toThrow(/left no report/);
  });
});

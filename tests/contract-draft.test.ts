import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOfDraft, contractOf } from '../cli/contract/draft-fixture.ts';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { canary } from './k6-run.ts';

/** A run that leaves something open, the draft from it, and a run by all that was drafted. */
async function decided(variants: readonly string[]) {
  const service = await startService({ token: canary, variants });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const [draft, declared] = ['draft', 'declared'].map((name) =>
    join(mkdtempSync(join(tmpdir(), 'draft-')), `${name}.yaml`),
  ) as [string, string];
  try {
    const before = await cli(['smoke'], { env });
    const init = await cli(['contract', 'init', draft, '--from', before.folder], { env });
    expect([init.exitCode, init.output]).toEqual([0, expect.stringContaining(`${draft} written.`)]);
    const text = readFileSync(draft, 'utf8');
    writeFileSync(declared, contractOf(...blocksOfDraft(text)));
    const after = await cli(['smoke', '--contract', declared], { env });
    return { before, draft: text, after };
  } finally {
    await service.stop();
  }
}

const remedy = 'contract init --from ';

describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it.each([
    ['refuses with 200 and an error', ['refusal-200-locked']],
    ['refuses with 200 and nothing', ['refusal-200-empty']],
    ['refuses with 204', ['refusal-204']],
    ['refuses with a result and a special word', ['refusal-200-other-word']],
    ['answers sync with one of two bodies', ['sync-error-200-often@every-2nd']],
    [
      'refuses data',
      ['encrypt-refuses-empty-422@empty-data', 'encrypt-refuses-unprintable-400@control-character-data'],
    ],
  ])('%s: pass', async (_, variants) => {
    const { before, after, draft } = await decided(variants);
    expect([before.exitCode, before.output.split(remedy).length], before.output).toEqual([3, 2]);
    expect(after.exitCode, `${draft}${after.output}`).toBe(0);
  });

  it.each([
    ['gives everybody the same 202', ['token-unread-202']],
    ['takes a wrong token for the right one', ['refusal-200-header']],
  ])('%s: fail, as the draft says', async (_, variants) => {
    const { before, after, draft } = await decided(variants);
    expect(before.exitCode, before.output).toBe(3);
    expect(draft.replace(/\n#\s+#/g, '')).toContain(
      'without a valid token. Declared as it is, they are a fail;',
    );
    expect(after.exitCode, after.output).toBe(1);
  });
});

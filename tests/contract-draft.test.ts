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
    const before = await cli(['conformance', '--profile', 'quick'], { env });
    const init = await cli(['contract', 'init', draft, '--from', before.folder], { env });
    expect([init.exitCode, init.output]).toEqual([0, expect.stringContaining(`${draft} written.`)]);
    const text = readFileSync(draft, 'utf8');
    writeFileSync(declared, contractOf(...blocksOfDraft(text)));
    const after = await cli(['conformance', '--profile', 'quick', '--contract', declared], { env });
    return { before, draft: text, after };
  } finally {
    await service.stop();
  }
}

const remedy = 'contract init --from ';

describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it.each([
    ['refuses with a result in another form', ['refusal-200-other-form']],
    ['limits the size of data', ['encrypt-refuses-too-large-413@large-data']],
    ['has one more body for some data', ['encrypt-foreign-error-200@non-ascii-data']],
    [
      'refuses data by design',
      ['encrypt-refuses-empty-422@empty-data', 'encrypt-refuses-unprintable-400@control-character-data'],
    ],
  ])('%s: pass', async (_, variants) => {
    const { before, after, draft } = await decided(variants);
    expect([before.exitCode, before.output.split(remedy).length], before.output).toEqual([3, 2]);
    expect(after.exitCode, `${draft}${after.output}`).toBe(0);
  });

  it.each([
    ['gives everybody the same 202', ['token-unread-202']],
    ['gives everybody the same error', ['token-unknown-200']],
  ])('%s: fail, as the draft says', async (_, variants) => {
    const { before, after, draft } = await decided(variants);
    expect(before.exitCode, before.output).toBe(3);
    expect(draft.replace(/\n#\s+#/g, '')).toContain(
      'without a valid token. Declared as it is, they are a fail;',
    );
    expect(after.exitCode, after.output).toBe(1);
  });
});

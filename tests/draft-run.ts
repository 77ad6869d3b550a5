import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { blocksOfDraft, contractOf } from '../cli/draft/draft-fixture.ts';
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

/** Open at first, with the draft as remedy, and a pass once it is declared. */
export async function expectPass(variants: readonly string[]): Promise<void> {
  const { before, after, draft } = await decided(variants);
  expect([before.exitCode, before.output.split(remedy).length], before.output).toEqual([3, 2]);
  expect(after.exitCode, `${draft}${after.output}`).toBe(0);
}

/** Open at first, and a fail once it is declared, of which the draft warns. */
export async function expectFail(variants: readonly string[]): Promise<void> {
  const { before, after, draft } = await decided(variants);
  expect(before.exitCode, before.output).toBe(3);
  expect(draft.replaceAll('\n##', '')).toContain(
    'without a valid token. Declared as it is, they are a fail;',
  );
  expect(after.exitCode, after.output).toBe(1);
}

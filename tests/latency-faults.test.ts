import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { variants } from '../service/variants/index.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

const faults = variants.filter(({ caughtBy }) => caughtBy?.endsWith('-latency') === true);
/** One of each form: the others differ in the endpoint alone. */
const chosen = faults.filter(({ name }) =>
  /^(user-slow|encrypt-tail@every-20th|user-body-late|service-stalls|encrypt-slow-large@large-data|sync-slow@used-connection)$/.test(
    name,
  ),
);

async function judged(variantNames: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
  const service = await startService({ dataDir, token: canary, variants: variantNames });
  try {
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const run = await cli(['load', '--profile', 'quick', '--duration', '9s'], { env });
    return { ...run, report: JSON.parse(filesIn(run.folder)['report.json'] ?? '{}') };
  } finally {
    await service.stop();
  }
}

/** Two at a time: noise may leave a slow service open, and can never make it pass. */
const pairs = [chosen.slice(0, 2), chosen.slice(2, 4), chosen.slice(4)];
describe.for(pairs)('a slow service never passes', (pair) => {
  it.concurrent.each(pair.map(({ name, caughtBy }) => [name, caughtBy]))('%s', async (name, check) => {
    const { report, exitCode, output } = await judged([name ?? '']);
    expect([1, 3], output).toContain(exitCode);
    const finding = report.findings.find((one: { check: string }) => one.check === check);
    expect(['fail', 'inconclusive'], output).toContain(finding.verdict);
  });
});

describe('a fast service never fails', () => {
  it('the conformant one', async () => {
    const { report, output } = await judged([]);
    const failed = report.findings.filter((one: { verdict: string }) => one.verdict === 'fail');
    expect(failed, output).toEqual([]);
    const [user] = report.endpoints;
    expect(user.requests).toBeGreaterThan(1000);
    expect(user.share_under_limit).toBeGreaterThan(0.9);
  });
});

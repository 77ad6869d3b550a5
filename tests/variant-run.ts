import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../service/server.ts';
import { canary, checksThat, k6Run, type PlainRun } from './k6-run.ts';

/** The reference service with these variants, judged by a scenario in plain k6: its name, or the file of a bundle. */
export async function judgeVariants(
  names: readonly string[],
  scenario: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PlainRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
  const service = await startService({ dataDir, token: canary, variants: names });
  try {
    const given = { BASE_URL: service.url, PROFILE: 'quick', ...littleLoad, ...env };
    return await k6Run(scenario, given, ['--log-output=none']);
  } finally {
    await service.stop();
  }
}

/** Enough to see what answers say; latency stays open, which is for tests of its own. */
const littleLoad = { RATE: '80', DURATION: '1s' };

/** The checks of a run with this verdict, those on latency aside: of it a little load decides nothing. */
export function judgedAs({ report }: PlainRun, verdict: 'fail' | 'inconclusive'): string[] {
  return checksThat(report, verdict).filter((check) => !check.endsWith('-latency'));
}

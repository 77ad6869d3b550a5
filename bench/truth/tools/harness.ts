import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../../cli/k6/package-root.ts';
import type { EndpointResult, Report } from '../../../reports/report.ts';
import type { Percentile } from '../rungs.ts';
import type { Asking, Reading, Said, ToolRecipe } from './tool.ts';

/** Seconds that a profile may take, start and stop included. */
export const secondsOfProfile: Readonly<Record<string, number>> = { quick: 18, standard: 80, thorough: 616 };

export const harness: ToolRecipe = {
  name: 'harness',
  how: '`load` with its profile; the verdicts of user, encrypt and sync under each reading',
  async obtain() {
    const about: { version: string } = JSON.parse(
      await readFile(join(packageRoot(), 'package.json'), 'utf8'),
    );
    return { version: about.version, read };
  },
};

async function read({ baseUrl, token, profile, nice, folder }: Asking): Promise<readonly Reading[]> {
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  const args = [bin, 'load', '--profile', profile, '--out', folder, ...(nice ? ['--nice'] : [])];
  const { exitCode, stderr } = await execa(process.execPath, args, {
    env: { BASE_URL: baseUrl, ACCESS_TOKEN: token },
    stdin: 'ignore',
    reject: false,
    timeout: ((secondsOfProfile[profile] ?? 600) * 2 + 60) * 1000,
  });
  if (exitCode !== 0 && exitCode !== 1 && exitCode !== 3)
    throw new Error(`no verdict, exit status ${exitCode}: ${stderr.split('\n').slice(-3).join(' ')}`);
  const report: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  return harnessReadings(report);
}

/** Backups are too few for a verdict of their own. */
export function harnessReadings(report: Pick<Report, 'endpoints'>): readonly Reading[] {
  return report.endpoints.flatMap((result) => {
    const { name } = result;
    return name === 'backup' ? [] : [{ endpoint: name, ...figuresOf(result) }];
  });
}

function figuresOf(result: EndpointResult): Omit<Reading, 'endpoint'> {
  return {
    p95: saidOf(result, 'p95'),
    p99: saidOf(result, 'p99'),
    p95Ms: msOf(result, 95),
    p99Ms: msOf(result, 99),
    slowShare: result.share_under_limit === null ? null : 1 - result.share_under_limit,
  };
}

function saidOf({ latency }: EndpointResult, percentile: Percentile): Said | null {
  return latency?.readings.find(({ reading }) => reading === percentile)?.verdict ?? null;
}

function msOf({ percentiles }: EndpointResult, percentile: number): number | null {
  return percentiles.find((one) => one.percentile === percentile)?.ms ?? null;
}

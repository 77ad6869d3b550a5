import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ComparedEndpoint } from '../../checks/comparison/result.ts';
import { packageRoot } from '../../cli/k6/package-root.ts';
import type { Report } from '../../reports/report.ts';
import { watchOthers } from '../others-busy.ts';
import { rounded } from '../rounded.ts';
import { startBurners } from '../truth/burners.ts';
import { startTruthServer, type TruthServer } from '../truth/truth-server.ts';
import { secondsOfProfile } from './plan.ts';
import type { Case, Run, Said } from './results.ts';

/** Starts both services and, where asked for, burners, and has the harness compare them. */
export async function measure(one: Case): Promise<Run> {
  const usedByOthers = await watchOthers();
  const startedAt = new Date();
  const answer = await answerOf(one).then(
    (said) => ({ said, error: null }),
    (error: unknown) => ({ said: [], error: error instanceof Error ? error.message : String(error) }),
  );
  const seconds = rounded((Date.now() - startedAt.getTime()) / 1000, 1);
  const othersBusyShare = rounded(await usedByOthers(), 3);
  return { ...one, startedAt: startedAt.toISOString(), othersBusyShare, seconds, ...answer };
}

async function answerOf({ profile, ms, slowerPercent, burners: count }: Case): Promise<readonly Said[]> {
  const counterpart = await fixedServer(ms);
  const judged = await fixedServer(ms * (1 + slowerPercent / 100));
  const burners = startBurners(count, ((secondsOfProfile[profile] ?? 0) * 3 + 60) * 1000);
  const folder = await mkdtemp(join(tmpdir(), 'comparison-'));
  try {
    return await compared(judged, counterpart, profile, folder);
  } finally {
    await burners.stop();
    await judged.stop();
    await counterpart.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function fixedServer(ms: number): Promise<TruthServer> {
  return startTruthServer({ mode: ['fixed', String(Math.round(ms * 1000))] });
}

/** The measured load before it is kept short: it has no part in the comparison. */
async function compared(
  judged: TruthServer,
  counterpart: TruthServer,
  profile: string,
  folder: string,
): Promise<readonly Said[]> {
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  const short = ['--duration', '1s', '--profile', profile];
  const { exitCode, stderr } = await execa(
    process.execPath,
    [bin, 'load', ...short, '--out', folder, '--compare', counterpart.url],
    {
      env: { BASE_URL: judged.url, ACCESS_TOKEN: judged.token },
      stdin: 'ignore',
      reject: false,
      timeout: ((secondsOfProfile[profile] ?? 600) * 2 + 60) * 1000,
    },
  );
  if (![0, 1, 3].includes(exitCode ?? -1)) throw new Error(`exit status ${exitCode}: ${stderr.slice(-200)}`);
  const report: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  return (report.comparison?.endpoints ?? []).map(saidOf);
}

function saidOf({ name, outcome, figures: [median] }: ComparedEndpoint): Said {
  return {
    endpoint: name,
    outcome,
    change: median?.change ?? null,
    halfWidth: median === undefined ? null : rounded((median.upper - median.lower) / 2, 6),
  };
}

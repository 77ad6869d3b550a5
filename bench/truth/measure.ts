import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchOthers } from '../others-busy.ts';
import { rounded } from '../rounded.ts';
import { startBurners } from './burners.ts';
import { secondsOf, type Task } from './plan.ts';
import type { JudgedReading, Run } from './results.ts';
import type { Reading, Tool } from './tools/tool.ts';
import { startTruthServer, type Truth } from './truth-server.ts';

/** Starts a server of its own and, where asked for, burners; runs the tool; asks the server for the truth. */
export async function measure(task: Task, tool: Tool): Promise<Run> {
  const usedByOthers = await watchOthers();
  const run = await measureBetween(task, tool);
  return { ...run, othersBusyShare: rounded(await usedByOthers(), 3) };
}

async function measureBetween(task: Task, { read }: Tool): Promise<Omit<Run, 'othersBusyShare'>> {
  const { rung, tool, burners: count, nice, profile } = task;
  const folder = await mkdtemp(join(tmpdir(), 'truth-run-'));
  const startedAt = new Date();
  const [loadAverage = 0] = loadavg();
  const server = await startTruthServer({ mode: rung.mode });
  const burners = startBurners(count, (secondsOf(task) * 3 + 60) * 1000);
  try {
    const asking = {
      baseUrl: server.url,
      token: server.token,
      durationS: rung.durationS,
      profile,
      nice,
      folder,
    };
    const { readings, error } = await answerOf(read(asking));
    const truth = await server.truth();
    return {
      tool,
      rung: rung.name,
      burners: count,
      nice,
      profile,
      startedAt: startedAt.toISOString(),
      loadAverage: rounded(loadAverage, 2),
      seconds: rounded((Date.now() - startedAt.getTime()) / 1000, 1),
      overshootUs: truth.endpoints.user.overshootUs,
      serverPriority: truth.priority,
      readings: readings.map((reading) => judgedReading(reading, truth)),
      error,
    };
  } finally {
    await burners.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Answer = { readonly readings: readonly Reading[]; readonly error: string | null };

/** A tool that breaks down is a row of the table, not the end of it. */
function answerOf(reading: Promise<readonly Reading[]>): Promise<Answer> {
  return reading.then(
    (readings) => ({ readings, error: null }),
    (error: unknown) => ({ readings: [], error: error instanceof Error ? error.message : String(error) }),
  );
}

function judgedReading(reading: Reading, truth: Truth): JudgedReading {
  const { openModelSlowShare, slow, answered } = truth.endpoints[reading.endpoint];
  const round = (value: number | null) => (value === null ? null : rounded(value, 5));
  return {
    ...reading,
    p95Ms: round(reading.p95Ms),
    p99Ms: round(reading.p99Ms),
    slowShare: round(reading.slowShare),
    openModelSlowShare,
    servedSlowShare: answered === 0 ? null : rounded(slow / answered, 5),
  };
}

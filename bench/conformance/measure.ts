import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../service/server.ts';
import { rounded } from '../rounded.ts';
import { countRequests } from './request-counts.ts';
import type { Asked, Run } from './results.ts';
import type { Answer, Tool } from './tools/tool.ts';

/** More than any run makes, so that none is removed before it is counted. */
const keptBackups = 1_000_000;

/** Starts a service of its own, has the tool judge it, and counts what came and what stayed. */
export async function measure(name: string, tool: Tool, asked: Asked): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-run-'));
  const dataDir = join(folder, 'service');
  const toolFolder = join(folder, 'tool');
  await mkdir(toolFolder);
  const variants = asked.kind === 'conformant' ? [] : [asked.name];
  const service = await startService({ dataDir, variants, keptBackups });
  const requestsSoFar = countRequests();
  const startedAt = new Date();
  const [loadAverage = 0] = loadavg();
  try {
    const asking = { baseUrl: service.url, token: service.token, folder: toolFolder };
    const answer = await answerOf(tool.ask(asking));
    const seconds = rounded((Date.now() - startedAt.getTime()) / 1000, 1);
    const requests = requestsSoFar();
    const backups = await countBackups(dataDir);
    const about = {
      tool: name,
      asked,
      startedAt: startedAt.toISOString(),
      loadAverage: rounded(loadAverage, 1),
    };
    return { ...about, seconds, requests, backups, ...answer };
  } finally {
    requestsSoFar();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A tool that breaks down is a row of the table, not the end of it. */
function answerOf(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => ({
    verdict: 'none',
    findings: [],
    error: error instanceof Error ? error.message : String(error),
  }));
}

async function countBackups(dataDir: string): Promise<number> {
  const names = await readdir(join(dataDir, 'backups'));
  return names.filter((name) => name.endsWith('.json')).length;
}

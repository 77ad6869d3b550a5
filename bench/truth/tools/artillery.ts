import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { child, numberAt } from './fields.ts';
import { fromNpm } from './install.ts';
import { type Asking, pointReading, type Reading, runTool, scriptFile, type ToolRecipe } from './tool.ts';

const version = '2.0.21';
/** At twice that it takes more than a core for itself. */
const arrivalRate = 100;

export const artillery: ToolRecipe = {
  name: 'Artillery',
  how: `open model, ${arrivalRate} arrivals a second, one call each, a pool of 20 connections`,
  async obtain(say) {
    const path = await fromNpm('artillery', version, say);
    return { version, read: (asking) => read(path, asking) };
  },
};

async function read(path: string, asking: Asking): Promise<readonly Reading[]> {
  const script = {
    config: {
      target: asking.baseUrl,
      phases: [{ duration: asking.durationS, arrivalRate }],
      http: { pool: 20 },
    },
    scenarios: [{ flow: [{ get: { url: '/api/v1/user' } }] }],
  };
  await writeFile(join(asking.folder, 'script.json'), JSON.stringify(script));
  const preload = `--require ${scriptFile('loopback-only.cjs')}`;
  const env = { ARTILLERY_DISABLE_TELEMETRY: 'true', NODE_OPTIONS: preload };
  await runTool(path, ['run', '--quiet', '--output', 'report.json', 'script.json'], asking, { env });
  return [artilleryReading(JSON.parse(await readFile(join(asking.folder, 'report.json'), 'utf8')))];
}

export function artilleryReading(report: unknown): Reading {
  const times = child(child(child(report, 'aggregate'), 'summaries'), 'http.response_time');
  return pointReading(numberAt(times, 'p95'), numberAt(times, 'p99'));
}

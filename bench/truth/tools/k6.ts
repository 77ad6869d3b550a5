import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { obtainK6 } from '../../../cli/k6/obtain-k6.ts';
import { child, numberAt } from './fields.ts';
import {
  type Asking,
  type Reading,
  ratePerS,
  runTool,
  type Said,
  scriptFile,
  type ToolRecipe,
  userUrl,
} from './tool.ts';

export const k6: ToolRecipe = {
  name: 'k6 thresholds',
  how: `open model, ${ratePerS} a second, 150 virtual users; thresholds p(95)<20 and p(99)<20`,
  async obtain(say) {
    const { path, version } = await obtainK6({ say });
    return { version, read: (asking) => read(path, asking) };
  },
};

async function read(path: string, asking: Asking): Promise<readonly Reading[]> {
  const out = join(asking.folder, 'metrics.json');
  const env = {
    OUT: out,
    URL: userUrl(asking.baseUrl),
    RATE: String(ratePerS),
    SECONDS: String(asking.durationS),
  };
  const args = ['run', '--quiet', '--no-usage-report', scriptFile('k6-thresholds.js')];
  await runTool(path, args, asking, { env, exitCodes: [0, 99] });
  return [k6Reading(JSON.parse(await readFile(out, 'utf8')))];
}

export function k6Reading(metrics: unknown): Reading {
  const duration = child(metrics, 'http_req_duration');
  const verdict = (percentile: number): Said | null => {
    const ok = child(child(child(duration, 'thresholds'), `p(${percentile})<20`), 'ok');
    return ok === true ? 'pass' : ok === false ? 'fail' : null;
  };
  return {
    endpoint: 'user',
    p95: verdict(95),
    p99: verdict(99),
    p95Ms: numberAt(duration, 'values', 'p(95)'),
    p99Ms: numberAt(duration, 'values', 'p(99)'),
    slowShare: numberAt(metrics, 'slow', 'values', 'rate'),
  };
}

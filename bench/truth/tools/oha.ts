import { numberAt, scaled } from './fields.ts';
import { fromCargo } from './install.ts';
import { pointReading, type Reading, ratePerS, runTool, type ToolRecipe, userUrl } from './tool.ts';

const version = '1.16.0';

export const oha: ToolRecipe = {
  name: 'oha',
  how: `${ratePerS} a second on 50 connections, with --latency-correction`,
  async obtain(say) {
    const path = await fromCargo('oha', version, say);
    return {
      version,
      read: async (asking) => {
        const rate = ['-q', String(ratePerS), '-c', '50', '--latency-correction'];
        const args = ['-z', `${asking.durationS}s`, ...rate, '--no-tui', '--output-format', 'json'];
        return [ohaReading(JSON.parse(await runTool(path, [...args, userUrl(asking.baseUrl)], asking)))];
      },
    };
  },
};

/** Its times are seconds. */
export function ohaReading(json: unknown): Reading {
  const ms = (name: string) => scaled(numberAt(json, 'latencyPercentiles', name), 1000);
  return pointReading(ms('p95'), ms('p99'));
}

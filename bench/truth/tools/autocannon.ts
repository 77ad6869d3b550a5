import { numberAt } from './fields.ts';
import { fromNpm } from './install.ts';
import { pointReading, type Reading, ratePerS, runTool, type ToolRecipe, userUrl } from './tool.ts';

const version = '9.0.0';

export const autocannon: ToolRecipe = {
  name: 'autocannon',
  how: `-R ${ratePerS} on 20 connections; it prints no 95th percentile`,
  async obtain(say) {
    const path = await fromNpm('autocannon', version, say);
    return {
      version,
      read: async (asking) => {
        const args = [
          '-R',
          String(ratePerS),
          '-c',
          '20',
          '-d',
          String(asking.durationS),
          '--json',
          '--no-progress',
        ];
        return [
          autocannonReading(JSON.parse(await runTool(path, [...args, userUrl(asking.baseUrl)], asking))),
        ];
      },
    };
  },
};

export function autocannonReading(json: unknown): Reading {
  return pointReading(null, numberAt(json, 'latency', 'p99'));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPypi } from './install.ts';
import { pointReading, type Reading, runTool, scriptFile, type ToolRecipe } from './tool.ts';

const version = '2.47.0';

export const locust: ToolRecipe = {
  name: 'Locust',
  how: '20 users with constant_throughput(10)',
  async obtain(say) {
    const python = await fromPypi('locust', version, say);
    return {
      version,
      read: async (asking) => {
        const time = ['-u', '20', '-r', '20', '-t', `${asking.durationS}s`];
        const args = ['-m', 'locust', '-f', scriptFile('locustfile.py'), '--headless', '--only-summary'];
        const target = ['--host', asking.baseUrl, '--csv', 'out'];
        await runTool(python, [...args, ...time, ...target], asking);
        return [locustReading(await readFile(join(asking.folder, 'out_stats.csv'), 'utf8'))];
      },
    };
  },
};

/** The row of all calls; no name in it has a comma. */
export function locustReading(csv: string): Reading {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const names = head.split(',');
  const all = (rows.find((row) => row.split(',')[1] === 'Aggregated') ?? '').split(',');
  const ms = (name: string) => {
    const text = all[names.indexOf(name)];
    return text === undefined || text === '' || text === 'N/A' ? null : Number(text);
  };
  return pointReading(ms('95%'), ms('99%'));
}

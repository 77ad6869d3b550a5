import { fromDebian } from './install.ts';
import {
  pointReading,
  type Reading,
  runTool,
  scriptFile,
  type ToolRecipe,
  userUrl,
  versionOf,
} from './tool.ts';

export const wrk: ToolRecipe = {
  name: 'wrk',
  how: 'closed model, 4 connections without a pause (it has no rate)',
  async obtain(say) {
    const packages = ['wrk', 'libluajit-5.1-2', 'libluajit-5.1-common'];
    const { path, env } = await fromDebian('wrk', packages, say);
    return {
      version: await versionOf(path, ['--version'], env),
      read: async (asking) => {
        const args = ['-t1', '-c4', `-d${asking.durationS}s`, '-s', scriptFile('wrk-percentiles.lua')];
        return [wrkReading(await runTool(path, [...args, userUrl(asking.baseUrl)], asking, { env }))];
      },
    };
  },
};

export function wrkReading(output: string): Reading {
  const found = /^p95 (\d+) us, p99 (\d+) us$/m.exec(output);
  return found === null
    ? pointReading(null, null)
    : pointReading(Number(found[1]) / 1000, Number(found[2]) / 1000);
}

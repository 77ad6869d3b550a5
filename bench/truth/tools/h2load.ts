import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromDebian } from './install.ts';
import {
  pointReading,
  type Reading,
  ratePerS,
  runTool,
  type ToolRecipe,
  userUrl,
  versionOf,
} from './tool.ts';

const clients = 20;

export const h2load: ToolRecipe = {
  name: 'h2load',
  how: `HTTP/1.1, ${clients} clients with --rps ${ratePerS / clients}; percentiles by nearest rank from its log of calls`,
  async obtain(say) {
    const packages = ['nghttp2-client', 'libev4', 'libjansson4', 'libjemalloc2', 'libnghttp2-14'];
    const { path, env } = await fromDebian('h2load', packages, say);
    return {
      version: await versionOf(path, ['--version'], env),
      read: async (asking) => {
        const rate = [
          '-c',
          String(clients),
          '--rps',
          String(ratePerS / clients),
          '-D',
          String(asking.durationS),
        ];
        await runTool(path, ['--h1', ...rate, '--log-file', 'calls.tsv', userUrl(asking.baseUrl)], asking, {
          env,
        });
        return [h2loadReading(await readFile(join(asking.folder, 'calls.tsv'), 'utf8'))];
      },
    };
  },
};

/** A line a call: start in microseconds, status, duration in microseconds. */
export function h2loadReading(log: string): Reading {
  const tookUs = log
    .trim()
    .split('\n')
    .map((line) => Number(line.split('\t')[2]))
    .filter((us) => us > 0)
    .sort((a, b) => a - b);
  const ms = (share: number) => {
    const us = tookUs[Math.ceil(share * tookUs.length) - 1];
    return us === undefined ? null : us / 1000;
  };
  const slow = tookUs.filter((us) => us >= 20_000).length;
  return pointReading(ms(0.95), ms(0.99), tookUs.length === 0 ? null : slow / tookUs.length);
}

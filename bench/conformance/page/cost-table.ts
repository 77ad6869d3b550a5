import { table } from '../../markdown-table.ts';
import type { Results } from '../results.ts';

const places = ['user', 'encrypt', 'sync', 'backup', 'other'] as const;

/** A row a tool: means over its runs. */
export function costTable({ tools, runs }: Results): string {
  const rows = tools.map(({ name }) => {
    const own = runs.filter(({ tool }) => tool === name);
    const asked = places.map((place) => mean(own.map(({ requests }) => requests[place])));
    const all = asked.reduce((sum, count) => sum + count, 0);
    const counts = [all, ...asked, mean(own.map(({ backups }) => backups))];
    const seconds = mean(own.map((run) => run.seconds)).toFixed(1);
    return [name, String(own.length), seconds, ...counts.map((count) => count.toFixed(0))];
  });
  return table(['tool', 'runs', 'seconds', 'requests', ...places, 'backups created'], rows);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

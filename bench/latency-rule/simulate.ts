import { burstCells } from './burst-table.ts';
import { noiseCells } from './noise-table.ts';
import { renderReadme } from './readme.ts';

/** The whole README; `runs` windows stand behind each row of the first table, half of them behind each of the second. */
export function simulate(runs: number): string {
  return renderReadme(burstCells(runs), noiseCells(Math.ceil(runs / 2)));
}

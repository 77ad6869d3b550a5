import { burstCells } from './burst-table.ts';
import { controlCells } from './control-table.ts';
import { noiseCells } from './noise-table.ts';
import { renderReadme } from './readme.ts';

/** The whole README; `runs` windows stand behind each row of the first table, half of them behind each of the second, a quarter behind each of the third. */
export function simulate(runs: number): string {
  const fewer = Math.ceil(runs / 2);
  return renderReadme(burstCells(runs), noiseCells(fewer), controlCells(Math.ceil(runs / 4)));
}

import { type Markup, markup } from '../markup.ts';
import { path, polyline } from './drawing.ts';
import { linearScale } from './scale.ts';

const width = 160;
const height = 32;
const margin = 3;

/** Values at equal distances, as a line between two levels; a gap where there is none. */
export function sparkline(values: readonly (number | null)[], lowest: number, highest: number): Markup {
  const x = linearScale(0, values.length - 1, margin, width - margin);
  const y = linearScale(lowest, highest, height - margin, margin);
  const points = values.map((value, index) => (value === null ? null : ([x(index), y(value)] as const)));
  return markup`<svg class="chart spark" viewBox="0 0 ${width} ${height}" aria-hidden="true">${path('line', polyline(points))}</svg>`;
}

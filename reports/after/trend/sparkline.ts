import { drawing, linearScale, path, polyline } from '../../charts/drawing.ts';
import type { Markup } from '../../markup.ts';

const spark = { width: 160, height: 32, margin: 3 };

/** A line through values at equal distances, which ends in a point that is seen even if there is no other; a gap where one is null. */
export function sparkline(values: readonly (number | null)[], lowest: number, highest: number): Markup {
  const { width, height, margin } = spark;
  const x = linearScale(0, values.length - 1, margin, width - margin);
  const y = linearScale(lowest, highest, height - margin, margin);
  const points = values.map((value, index) => (value === null ? null : ([x(index), y(value)] as const)));
  const newest = points.findLast((point) => point !== null) ?? null;
  return drawing('chart spark', spark, path('p50', [polyline(points)]), path('newest', [polyline([newest])]));
}

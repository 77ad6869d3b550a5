import { countText } from '../../checks/wording.ts';
import { bucketRatio, buckets as gridBuckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { Markup } from '../markup.ts';
import type { EndpointResult } from '../report.ts';
import {
  type Box,
  bar,
  chart,
  label,
  linearScale,
  logScale,
  logTicks,
  path,
  roundTicks,
  vertical,
  xAxis,
  yAxis,
} from './drawing.ts';

type Buckets = EndpointResult['histogram'];

const height = 220;
const box: Box = { left: 46, right: 350, top: 30, bottom: 182 };
const leastBar = 1.5;
/** Where the last bucket of the grid begins, which has no end. */
const lastFromMs = Math.max(...gridBuckets.map((bucket) => upperEdgeMs(bucket) ?? 0));

/** Where the bucket that ends there begins. */
export function fromMs(upToMs: number | null): number {
  return upToMs === null ? lastFromMs : Number((upToMs / bucketRatio).toPrecision(6));
}

/** How many calls took how long: a bar for each used bucket, all equally wide on a logarithmic axis. */
export function histogramChart(buckets: Buckets, limitMs: number): Markup {
  const ticks = roundTicks(Math.max(...buckets.map(({ count }) => count), 1), 3).filter(Number.isInteger);
  const y = linearScale(0, ticks.at(-1) ?? 1, box.bottom, box.top);
  const starts = buckets.map(({ upToMs }) => fromMs(upToMs));
  const lowest = Math.min(...starts, limitMs) / bucketRatio;
  const highest = Math.max(...starts, limitMs) * bucketRatio;
  const x = logScale(lowest, highest, box.left, box.right);
  const width = x(lowest * bucketRatio) - box.left;
  const gap = width > 5 ? 1 : 0.4;
  const bars = (belongs: (from: number) => boolean) =>
    buckets
      .filter(({ upToMs }) => belongs(fromMs(upToMs)))
      .map(({ upToMs, count }) => {
        const top = Math.min(y(count), box.bottom - leastBar);
        return bar(x(fromMs(upToMs)) + gap / 2, top, width - gap, box.bottom - top);
      })
      .join('');
  const limitAt = x(limitMs);
  const side = limitAt > box.right - 16 ? 'end' : 'middle';
  return chart(
    height,
    yAxis(box, ticks, y, shortCount),
    path(
      'under',
      bars((from) => from < limitMs),
    ),
    path(
      'over',
      bars((from) => from >= limitMs),
    ),
    xAxis(
      box,
      logTicks(lowest, highest).filter((ms) => ms >= lowest && ms <= highest),
      x,
    ),
    path('limit', vertical(limitAt, box.top - 8, box.bottom)),
    label(limitAt, box.top - 13, `${limitMs} ms`, side, 'limit-label'),
    label(box.left, box.top - 13, 'calls'),
    label(box.right, height - 4, 'response time in ms (log scale)', 'end'),
  );
}

function shortCount(value: number): string {
  return value >= 10_000 ? `${countText(value / 1000)}k` : countText(value);
}

import { countText } from '../../checks/wording.ts';
import { bucketOf, buckets as gridBuckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { Markup } from '../markup.ts';
import type { EndpointResult } from '../report.ts';
import {
  type Box,
  bar,
  chart,
  label,
  linearScale,
  logTicks,
  path,
  roundTicks,
  type Scale,
  vertical,
  xAxis,
  yAxis,
} from './drawing.ts';

type Buckets = EndpointResult['histogram'];

const height = 220;
const box: Box = { left: 46, right: 350, top: 30, bottom: 182 };
const leastBar = 1.5;

/** How many calls took how long: one bar for each bucket, all equally wide. */
export function histogramChart(buckets: Buckets, limitMs: number): Markup {
  const ticks = roundTicks(Math.max(...buckets.map((bucket) => bucket.count), 1), 3).filter(Number.isInteger);
  const y = linearScale(0, ticks.at(-1) ?? 1, box.bottom, box.top);
  const x = linearScale(0, buckets.length, box.left, box.right);
  const at = (ms: number) => x(placeOf(ms, buckets));
  return chart(
    height,
    yAxis(box, ticks, y, shortCount),
    path(
      'under',
      bars(buckets, x, y, (from) => from < limitMs),
    ),
    path(
      'over',
      bars(buckets, x, y, (from) => from >= limitMs),
    ),
    xAxis(box, timeTicks(buckets), at),
    path('limit', vertical(at(limitMs), box.top - 8, box.bottom)),
    label(
      at(limitMs),
      box.top - 13,
      `${limitMs} ms`,
      at(limitMs) > box.right - 16 ? 'end' : 'middle',
      'limit-label',
    ),
    label(box.left, box.top - 13, 'calls'),
    label(box.right, height - 4, 'response time in ms', 'end'),
  );
}

function bars(buckets: Buckets, x: Scale, y: Scale, belongs: (fromMs: number) => boolean): string {
  const width = x(1) - x(0);
  const gap = width > 5 ? 1 : 0.4;
  return buckets
    .map((bucket, index) => {
      if (bucket.count === 0 || !belongs(fromMs(buckets, index))) return '';
      const top = Math.min(y(bucket.count), box.bottom - leastBar);
      return bar(x(index) + gap / 2, top, width - gap, box.bottom - top);
    })
    .join('');
}

/** The place of a time on the axis of buckets: 2.5 is the middle of the third bucket. */
export function placeOf(ms: number, buckets: Buckets): number {
  const index = buckets.findIndex(({ upToMs }) => upToMs === null || upToMs >= ms);
  if (index === -1) return buckets.length;
  const from = fromMs(buckets, index);
  const upTo = buckets[index]?.upToMs ?? null;
  return upTo === null ? index : index + (ms - from) / (upTo - from);
}

export function fromMs(buckets: Buckets, index: number): number {
  return index === 0 ? 0 : (buckets[index - 1]?.upToMs ?? 0);
}

function timeTicks(buckets: Buckets): number[] {
  const lowest = buckets[0]?.upToMs ?? 0;
  const highest = buckets.findLast(({ upToMs }) => upToMs !== null)?.upToMs ?? 0;
  return logTicks(lowest, highest).filter((ms) => ms >= lowest && ms <= highest);
}

/** All buckets of the grid from one below the first used one to the last used one, and to one beyond the limit at least. */
export function withoutGaps(buckets: Buckets, limitMs: number): Buckets {
  const used = buckets.filter(({ count }) => count > 0);
  const counts = new Map(used.map(({ upToMs, count }) => [gridBucket(upToMs), count]));
  if (counts.size === 0) return [];
  const [from, to] = [Math.min(...counts.keys()) - 1, Math.max(...counts.keys(), bucketOf(limitMs) + 1)];
  return gridBuckets
    .filter((bucket) => bucket >= from && bucket <= to)
    .map((bucket) => ({ upToMs: upperEdgeMs(bucket), count: counts.get(bucket) ?? 0 }));
}

/** By a time within the bucket, because its edge was rounded. */
function gridBucket(upToMs: number | null): number {
  return bucketOf(upToMs === null ? Number.POSITIVE_INFINITY : upToMs * 0.99);
}

function shortCount(value: number): string {
  return value >= 10_000 ? `${countText(value / 1000)}k` : countText(value);
}

import { countText, milliseconds } from '../../checks/wording.ts';
import { bucketRatio, buckets as gridBuckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { Markup, Piece } from '../markup.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';
import {
  bar,
  chart,
  horizontal,
  label,
  limitLabel,
  linearScale,
  logScale,
  logTicks,
  path,
  polyline,
  roundTicks,
  type Scale,
  vertical,
  xAxis,
  yAxis,
} from './drawing.ts';
import { stretches } from './row-charts.ts';

const box = { left: 46, right: 350, top: 30, bottom: 182 };
const leastBar = 1.5;
/** Where the last bucket of the grid begins, which has no end. */
const lastFromMs = Math.max(...gridBuckets.map((bucket) => upperEdgeMs(bucket) ?? 0));

/** Where the bucket that ends there begins. */
export function fromMs(upToMs: number | null): number {
  return upToMs === null ? lastFromMs : Number((upToMs / bucketRatio).toPrecision(6));
}

/** How many calls took how long: a bar for each used bucket, all equally wide on a logarithmic axis. */
export function histogramChart(buckets: EndpointResult['histogram'], limitMs: number): Markup {
  const most = Math.max(...buckets.map(({ count }) => count), 1);
  const ticks = roundTicks(most, 3).filter(Number.isInteger);
  const y = linearScale(0, ticks.at(-1) ?? 1, box.bottom, box.top);
  const starts = buckets.map(({ upToMs }) => fromMs(upToMs));
  const lowest = Math.min(...starts, limitMs) / bucketRatio;
  const highest = Math.max(...starts, limitMs) * bucketRatio;
  const x = logScale(lowest, highest, box.left, box.right);
  const width = x(lowest * bucketRatio) - box.left;
  const gap = width > 5 ? 1 : 0.4;
  const bars = (isOver: boolean) =>
    buckets.map(({ count }, index) => {
      const start = starts[index] ?? 0;
      const top = Math.min(y(count), box.bottom - leastBar);
      return start >= limitMs === isOver ? bar(x(start) + gap / 2, top, width - gap, box.bottom - top) : '';
    });
  const limitAt = x(limitMs);
  const side = limitAt > box.right - 16 ? 'end' : 'middle';
  return chart(
    220,
    yAxis(box, ticks, y, (count) => (count >= 10_000 ? `${countText(count / 1000)}k` : countText(count))),
    path('under', bars(false)),
    path('over', bars(true)),
    xAxis(
      box,
      logTicks(lowest, highest).filter((ms) => ms >= lowest && ms <= highest),
      x,
    ),
    path('limit', [vertical(limitAt, box.top - 8, box.bottom)]),
    limitLabel(limitAt, box.top - 13, limitMs, side),
    label(box.left, box.top - 13, 'calls'),
    label(box.right, 216, 'response time in ms (log scale)', 'end'),
  );
}

const timeBox = { ...box, right: 312 };

/** Response times over time; what is not judged is shaded, and when calls failed there is a mark below. */
export function timelineChart(slices: readonly TimeSlice[], limitMs: number): Markup {
  const endMs = Math.max(...slices.map((slice) => slice.startMs + slice.durationMs), 1);
  const x = linearScale(0, endMs, timeBox.left, timeBox.right);
  const unitMs = endMs > 180_000 ? 60_000 : 1000;
  const ticks = roundTicks(endMs / unitMs, 6).filter((tick) => tick * unitMs <= endMs * 1.001);
  return chart(
    220,
    stretches(slices, x, timeBox.top - 8, timeBox.bottom),
    latency(slices, limitMs, x),
    xAxis(timeBox, ticks, (tick) => x(tick * unitMs)),
    label(timeBox.right, 216, unitMs === 60_000 ? 'minutes' : 'seconds', 'end'),
  );
}

const lines = [
  ['p99', 'p99Ms'],
  ['p50', 'p50Ms'],
] as const;

/** On a logarithmic axis, so that fast calls and stalls are both seen. */
function latency(slices: readonly TimeSlice[], limitMs: number, x: Scale): Piece {
  const { right, left, top, bottom } = timeBox;
  const values = slices.flatMap((slice) => lines.flatMap(([, key]) => slice[key] ?? []));
  const all = logTicks(Math.max(Math.min(...values, limitMs), 0.01), Math.max(...values, limitMs));
  const ticks = all.length > 6 ? all.filter((tick) => Number.isInteger(Math.log10(tick))) : all;
  const y = logScale(all[0] ?? 1, all.at(-1) ?? limitMs, bottom, top);
  const points = (key: (typeof lines)[number][1]) =>
    slices.map(({ [key]: ms, startMs, durationMs }) =>
      ms === null ? null : ([x(startMs + durationMs / 2), y(ms)] as const),
    );
  return [
    yAxis(timeBox, ticks, y, (tick) => (tick >= 1000 ? milliseconds(tick) : String(tick))),
    path('limit', [horizontal(y(limitMs), left, right)]),
    limitLabel(right + 5, y(limitMs) + 3.5, limitMs),
    label(left, top - 13, 'response time, ms (log scale)'),
    lines.map(([name, key], index) => {
      const start = left + 220 + index * 44;
      return [
        path(name, [polyline(points(key)), horizontal(top - 17, start, start + 14)]),
        label(start + 18, top - 13, name),
      ];
    }),
  ];
}

import { countText, milliseconds } from '../../checks/wording.ts';
import { bucketRatio, buckets as gridBuckets, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { Markup } from '../markup.ts';
import { requiredShare } from '../outcome.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';
import {
  bar,
  drawing,
  horizontal,
  label,
  limitLabel,
  linearScale,
  logScale,
  logTicks,
  path,
  polyline,
  roundTicks,
  vertical,
  xAxis,
  yAxis,
} from './drawing.ts';

const size = { width: 360, height: 220 };
const box = { left: 46, right: 350, top: 30, bottom: 182 };
const leastBar = 1.5;
const lastFromMs = Math.max(...gridBuckets.map((bucket) => upperEdgeMs(bucket) ?? 0));

/** The lower edge of the bucket with this upper edge; null: of the last bucket, which has none. */
export function fromMs(upToMs: number | null): number {
  return upToMs === null ? lastFromMs : Number((upToMs / bucketRatio).toPrecision(6));
}

/** How many calls took how long: a bar for each used bucket, all equally wide on a logarithmic axis. */
export function histogramChart(buckets: EndpointResult['histogram'], limitMs: number): Markup {
  const most = Math.max(...buckets.map(({ count }) => count));
  const ticks = roundTicks(most, 3).filter(Number.isInteger);
  const y = linearScale(0, ticks.at(-1) ?? 1, box.bottom, box.top);
  const starts = buckets.map(({ upToMs }) => fromMs(upToMs));
  const lowest = Math.min(...starts, limitMs) / bucketRatio;
  const highest = Math.max(...starts, limitMs) * bucketRatio;
  const x = logScale(lowest, highest, box.left, box.right);
  const times = logTicks(lowest, highest).filter((ms) => ms >= lowest && ms <= highest);
  const width = x(lowest * bucketRatio) - box.left;
  const gap = width > 5 ? 1 : 0.4;
  const bars = (isOver: boolean) =>
    buckets.map(({ count }, index) => {
      const start = starts[index] ?? 0;
      const top = Math.min(y(count), box.bottom - leastBar);
      return start >= limitMs === isOver ? bar(x(start) + gap / 2, top, width - gap, box.bottom - top) : '';
    });
  const limitAt = x(limitMs);
  return drawing(
    'chart',
    size,
    yAxis(box, ticks, y, (count) => (count >= 10_000 ? `${countText(count / 1000)}k` : countText(count))),
    path('under', bars(false)),
    path('over', bars(true)),
    xAxis(box, times, x),
    path('limit', [vertical(limitAt, box.top - 8, box.bottom)]),
    limitLabel(limitAt, box.top - 13, limitMs, limitAt > box.right - 16 ? 'end' : 'middle'),
    label(box.left, box.top - 13, 'calls'),
    label(box.right, 216, 'response time in ms (log scale)', 'end'),
  );
}

const timeBox = { ...box, right: 312 };

/**
 * Response times over time, on a logarithmic axis, so that fast calls and stalls are both seen. The time in which the load generator was
 * disturbed is shaded, with an edge below it. Red edges show when calls failed.
 */
export function timelineChart(slices: readonly TimeSlice[], limitMs: number): Markup {
  const { right, left, top, bottom } = timeBox;
  const seconds = Math.max(...slices.map(({ startMs, durationMs }) => startMs + durationMs)) / 1000;
  const x = linearScale(0, seconds, left, right);
  const atMs = (ms: number) => x(ms / 1000);
  const values = slices.flatMap(({ p99Ms, p50Ms }) => [p99Ms, p50Ms]).filter((ms) => ms !== null);
  const ticks = logTicks(Math.max(Math.min(...values, limitMs), 0.01), Math.max(...values, limitMs));
  const y = logScale(ticks[0] ?? 1, ticks.at(-1) ?? limitMs, bottom, top);
  const curve = (key: 'p50Ms' | 'p99Ms') =>
    polyline(
      slices.map(({ [key]: ms, startMs, durationMs }) =>
        ms === null ? null : [atMs(startMs + durationMs / 2), y(ms)],
      ),
    );
  const shades = [
    ['disturbed', top - 8, ({ disturbed }: TimeSlice) => disturbed === true],
    ['slow', bottom - 2.5, ({ disturbed }: TimeSlice) => disturbed === true],
    ['over', bottom - 4, ({ failed }: TimeSlice) => failed > 0],
  ] as const;
  // A little wider than the slice, so that no line shows between two shaded ones.
  const shade = ({ startMs, durationMs }: TimeSlice, from: number) =>
    bar(atMs(startMs), from, atMs(durationMs) - left + 0.2, bottom - from);
  return drawing(
    'chart',
    size,
    shades.map(([kind, from, holds]) =>
      path(
        kind,
        slices.filter(holds).map((slice) => shade(slice, from)),
      ),
    ),
    yAxis(timeBox, ticks, y, (tick) => (tick >= 1000 ? milliseconds(tick) : String(tick))),
    path('limit', [horizontal(y(limitMs), left, right)]),
    limitLabel(right + 5, y(limitMs) + 3.5, limitMs),
    label(left, top - 13, 'response time, ms (log scale)'),
    path('p99', [curve('p99Ms')]),
    path('p50', [curve('p50Ms')]),
    xAxis(
      timeBox,
      roundTicks(seconds, 6).filter((tick) => tick <= seconds * 1.001),
      x,
    ),
    label(right, 216, 'seconds', 'end'),
  );
}

const share = { left: 8, right: 232, width: 240, height: 26 };
const shares = [0, 0.9, 0.99, 0.999];

/** On this axis 90, 99 and 99.9 % are equally far apart: nearly all calls are fast, and it is the others that decide. */
function shareX(value: number): number {
  const nines = -Math.log10(Math.max(10 ** -shares.length, 1 - value));
  return linearScale(0, shares.length, share.left, share.right)(nines);
}

/** The figures above the bars, and over them what is required. */
export function shareAxis(latency: EndpointResult['latency']): Markup {
  return drawing(
    'chart row',
    { ...share, height: 30 },
    shares.map((tick) => label(shareX(tick), 25, String(tick * 100), 'middle')),
    label(share.width, 25, '100 %', 'end'),
    label(shareX(requiredShare(latency)), 10, `${latency.reading} ▾`, 'middle'),
  );
}

const kinds = { pass: 'under', fail: 'over', inconclusive: 'slow', 'not-applicable': 'under' } as const;

/** The share of calls under the limit as a bar, its interval, and the range that is required. */
export function shareBar({ latency, ...seen }: EndpointResult): Markup {
  const { height, left, right } = share;
  const required = shareX(requiredShare(latency));
  const middle = height / 2;
  const { lower = 0, upper = 1 } = seen.share_under_limit_interval ?? {};
  const [from, to] = [shareX(lower), shareX(upper)];
  const length = Math.max(1, shareX(seen.share_under_limit ?? 0) - left);
  return drawing(
    'chart row',
    share,
    path('allowed', [bar(required, 0, right - required, height)]),
    path('grid', [horizontal(height - 0.5, left, right)]),
    path(kinds[latency.verdict], [bar(left, middle - 5, length, 10)]),
    path('limit', [vertical(required, 0, height)]),
    path('interval', [
      horizontal(middle, from, to),
      ...[from, to].map((end) => vertical(end, middle - 4, middle + 4)),
    ]),
  );
}

import type { Markup, Piece } from '../markup.ts';
import { requiredShare } from '../outcome.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';
import {
  bar,
  horizontal,
  inRow,
  label,
  linearScale,
  logScale,
  path,
  polyline,
  type Scale,
  vertical,
} from './drawing.ts';

const share = { left: 8, right: 232, width: 240, height: 26 };
const ticks = [0, 0.9, 0.99, 0.999];

/** On this axis 90, 99 and 99.9 % are equally far apart: nearly all calls are fast, and it is the others that decide. */
function shareX(value: number): number {
  const nines = -Math.log10(Math.max(10 ** -ticks.length, 1 - value));
  return linearScale(0, ticks.length, share.left, share.right)(nines);
}

/** The figures above the bars, and over them what is required. */
export function shareAxis(latency: EndpointResult['latency']): Markup {
  return inRow(
    share.width,
    30,
    ticks.map((tick) => label(shareX(tick), 25, String(tick * 100), 'middle')),
    label(share.width, 25, '100 %', 'end'),
    label(shareX(requiredShare(latency)), 10, `${latency.reading} ▾`, 'middle'),
  );
}

const kinds = { pass: 'under', fail: 'over', inconclusive: 'slow', 'not-applicable': 'under' } as const;

/** The share of calls under the limit as a bar, its interval, and the range that is required. */
export function shareBar({ latency, ...seen }: EndpointResult): Markup {
  const { width, height, left, right } = share;
  const required = shareX(requiredShare(latency));
  const middle = height / 2;
  const ends = [seen.share_under_limit_interval?.lower ?? 0, seen.share_under_limit_interval?.upper ?? 1].map(
    shareX,
  );
  const length = Math.max(1, shareX(seen.share_under_limit ?? 0) - left);
  return inRow(
    width,
    height,
    path('allowed', [bar(required, 0, right - required, height)]),
    path('grid', [horizontal(height - 0.5, left, right)]),
    path(kinds[latency.verdict], [bar(left, middle - 5, length, 10)]),
    path('limit', [vertical(required, 0, height)]),
    path('interval', [
      horizontal(middle, ends[0] ?? left, ends[1] ?? right),
      ...ends.map((end) => vertical(end, middle - 4, middle + 4)),
    ]),
  );
}

const run = { width: 180, height: 36, margin: 3 };

/** The p99 over the run; `highestMs` of all endpoints, so that their lines can be compared. */
export function runLine(
  slices: readonly TimeSlice[],
  limitMs: number,
  lowestMs: number,
  highestMs: number,
): Markup {
  const { width, height, margin } = run;
  const endMs = Math.max(...slices.map(({ startMs, durationMs }) => startMs + durationMs), 1);
  const x = linearScale(0, endMs, margin, width - margin);
  const y = logScale(lowestMs, highestMs, height - margin, margin);
  const points = slices.map(({ p99Ms, startMs, durationMs }) =>
    p99Ms === null ? null : ([x(startMs + durationMs / 2), y(p99Ms)] as const),
  );
  return inRow(
    width,
    height,
    stretches(slices, x, 0, height),
    path('limit', [horizontal(y(limitMs), margin, width - margin)]),
    path('p50', [polyline(points)]),
  );
}

/**
 * The time that is not judged, shaded: the warm-up, and what the load generator disturbed, which has an edge below it.
 * Red edges show when calls failed.
 */
export function stretches(slices: readonly TimeSlice[], x: Scale, top: number, bottom: number): Piece {
  // A little wider than they are, so that no line is seen between two of them.
  const bars = (holds: (slice: TimeSlice) => boolean, from: number) =>
    slices
      .filter(holds)
      .map(({ startMs, durationMs }) => bar(x(startMs), from, x(durationMs) - x(0) + 0.2, bottom - from));
  return [
    path(
      'warm-up',
      bars(({ warmUp }) => warmUp, top),
    ),
    path(
      'disturbed',
      bars(({ disturbed }) => disturbed === true, top),
    ),
    path(
      'slow',
      bars(({ disturbed }) => disturbed === true, bottom - 2.5),
    ),
    path(
      'over',
      bars(({ failed }) => failed > 0, bottom - 4),
    ),
  ];
}

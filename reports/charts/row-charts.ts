import type { Markup, Part } from '../markup.ts';
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
/** The axis ends at 100 %; one in ten thousand beside it is told apart from nothing. */
const mostNines = 4;

/** An axis on which 90, 99 and 99.9 % are equally far apart: nearly all calls are fast, and it is the others that decide. */
function ninesScale(latency: EndpointResult['latency']): Scale & { readonly ticks: readonly number[] } {
  const required = requiredShare(latency);
  const most = Math.max(mostNines, required < 1 ? Math.ceil(ninesOf(required)) + 1 : 0);
  const x = linearScale(0, most, share.left, share.right);
  const at = (value: number) => x(Math.min(most, ninesOf(value)));
  const ticks = [0, ...Array.from({ length: most - 1 }, (_, nines) => 1 - 10 ** -(nines + 1)), 1];
  return Object.assign(at, { ticks });
}

function ninesOf(value: number): number {
  return value >= 1 ? Number.POSITIVE_INFINITY : -Math.log10(1 - value);
}

/** The figures above the bars, and over them what is required. */
export function shareAxis(latency: EndpointResult['latency']): Markup {
  const x = ninesScale(latency);
  const required = requiredShare(latency);
  const texts = x.ticks.map((tick) => {
    const percent = Number((tick * 100).toFixed(6));
    return tick === 1
      ? label(share.width, 25, '100 %', 'end')
      : label(x(tick), 25, String(percent), 'middle');
  });
  return inRow(
    share.width,
    30,
    texts,
    label(x(required), 10, `${latency.reading} ▾`, required === 1 ? 'end' : 'middle'),
  );
}

const kinds = { pass: 'under', fail: 'over', inconclusive: 'slow', 'not-applicable': 'under' } as const;

/** The share of calls under the limit as a bar, its interval, and the range that is required. */
export function shareBar({
  latency,
  share_under_limit: seen,
  share_under_limit_interval: interval,
}: EndpointResult): Markup {
  const x = ninesScale(latency);
  const { height, right } = share;
  const required = x(requiredShare(latency));
  const middle = height / 2;
  const ends = interval === null ? [] : [x(interval.lower), x(interval.upper)];
  const [from = 0, to = 0] = ends;
  return inRow(
    share.width,
    height,
    path('allowed', [bar(required, 0, right - required, height)]),
    path('grid', [horizontal(height - 0.5, share.left, right)]),
    path(kinds[latency.verdict], [bar(share.left, middle - 5, Math.max(1, x(seen ?? 0) - share.left), 10)]),
    path('limit', [vertical(required, 0, height)]),
    path(
      'interval',
      interval === null
        ? []
        : [horizontal(middle, from, to), ...ends.map((end) => vertical(end, middle - 4, middle + 4))],
    ),
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
    shade(slices, x, 0, height),
    path('limit', [horizontal(y(limitMs), margin, width - margin)]),
    path('p50', [polyline(points)]),
  );
}

/** The time that is not judged: the warm-up, and what the load generator disturbed, which has an edge below it. */
export function shade(slices: readonly TimeSlice[], x: Scale, top: number, bottom: number): Part {
  const bars = (spans: readonly Span[], from: number) =>
    spans.map(({ startMs, endMs }) => bar(x(startMs), from, x(endMs) - x(startMs), bottom - from));
  const disturbed = spansOf(slices.filter((slice) => slice.disturbed === true));
  return [
    path('warm-up', bars(spansOf(slices.filter(({ warmUp }) => warmUp)), top)),
    path('disturbed', bars(disturbed, top)),
    path('slow', bars(disturbed, bottom - 2.5)),
  ];
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Slices that follow on each other are one. */
function spansOf(slices: readonly TimeSlice[]): Span[] {
  const spans: Span[] = [];
  for (const { startMs, durationMs } of slices) {
    const last = spans.at(-1);
    const follows = last !== undefined && startMs - last.endMs < 1;
    if (follows) spans.pop();
    spans.push({ startMs: follows ? last.startMs : startMs, endMs: startMs + durationMs });
  }
  return spans;
}

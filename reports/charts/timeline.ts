import { milliseconds } from '../../checks/wording.ts';
import { type Markup, nothing, type Part } from '../markup.ts';
import type { TimeSlice } from '../report.ts';
import {
  type Box,
  bar,
  chart,
  horizontal,
  label,
  linearScale,
  logScale,
  logTicks,
  path,
  polyline,
  roundTicks,
  type Scale,
  xAxis,
  yAxis,
} from './drawing.ts';

const height = 244;
const latencyBox: Box = { left: 46, right: 312, top: 30, bottom: 150 };
const slowBox: Box = { ...latencyBox, top: 172, bottom: 206 };

/** Response times over time, and below them slow and failed calls; the warm-up is shaded. */
export function timelineChart(slices: readonly TimeSlice[], limitMs: number): Markup {
  const end = Math.max(...slices.map((slice) => slice.startMs + slice.durationMs), 1);
  const x = linearScale(0, end, latencyBox.left, latencyBox.right);
  return chart(
    height,
    warmUp(slices, x),
    latency(slices, limitMs, x),
    slowAndFailed(slices, x),
    timeAxis(end, x),
  );
}

function warmUp(slices: readonly TimeSlice[], x: Scale): Part {
  const last = slices.findLast((slice) => slice.warmUp);
  if (last === undefined) return nothing;
  const right = x(last.startMs + last.durationMs);
  const { left, top } = latencyBox;
  return [
    path('warm-up', bar(left, top - 8, right - left, slowBox.bottom - top + 8)),
    right - left > 48 ? label(left + 4, top + 3, 'warm-up') : nothing,
  ];
}

const lines = [
  { key: 'p99Ms', name: 'p99', kind: 'line line-slow' },
  { key: 'p95Ms', name: 'p95', kind: 'line line-high' },
  { key: 'p50Ms', name: 'p50', kind: 'line' },
] as const;

function latency(slices: readonly TimeSlice[], limitMs: number, x: Scale): Part {
  const { right, left, top } = latencyBox;
  const values = slices.flatMap((slice) => lines.flatMap(({ key }) => slice[key] ?? []));
  const { y, ticks } = latencyAxis(values, limitMs);
  const limitY = y(limitMs);
  return [
    yAxis(latencyBox, ticks, y, tickText),
    path('limit', horizontal(limitY, left, right)),
    label(right + 5, limitY + 3.5, `${limitMs} ms`, 'start', 'limit-label'),
    lines.map(({ key, kind }) =>
      path(kind, polyline(slices.map((slice) => point(slice[key], x(middle(slice)), y)))),
    ),
    label(left, top - 13, 'response time, ms (log scale)'),
    lines.map(({ name, kind }, index) => {
      const start = left + 176 + index * 44;
      return [path(kind, horizontal(top - 17, start, start + 14)), label(start + 18, top - 13, name)];
    }),
  ];
}

function point(value: number | null, x: number, y: Scale): readonly [number, number] | null {
  return value === null ? null : [x, y(value)];
}

function slowAndFailed(slices: readonly TimeSlice[], x: Scale): Part {
  const ticks = roundTicks(Math.max(...slices.map(({ slow }) => slow), 1), 1);
  const y = linearScale(0, ticks.at(-1) ?? 1, slowBox.bottom, slowBox.top);
  const column = (slice: TimeSlice, from: number, to: number) =>
    to <= from
      ? ''
      : bar(x(slice.startMs) + 0.5, y(to), Math.max(x(slice.durationMs) - x(0) - 1, 1), y(from) - y(to));
  return [
    yAxis(slowBox, [0, ticks.at(-1) ?? 1], y, String),
    path('slow', slices.map((slice) => column(slice, slice.failed, slice.slow)).join('')),
    path('over', slices.map((slice) => column(slice, 0, slice.failed)).join('')),
    path('slow', bar(slowBox.left, slowBox.top - 14, 8, 8)),
    label(slowBox.left + 12, slowBox.top - 7, 'slow calls'),
    path('over', bar(slowBox.left + 78, slowBox.top - 14, 8, 8)),
    label(slowBox.left + 90, slowBox.top - 7, 'failed calls'),
  ];
}

function middle(slice: TimeSlice): number {
  return slice.startMs + slice.durationMs / 2;
}

function timeAxis(endMs: number, x: Scale): Part {
  const unitMs = endMs > 180_000 ? 60_000 : 1000;
  const ticks = roundTicks(endMs / unitMs, 6).filter((tick) => tick * unitMs <= endMs * 1.001);
  return [
    xAxis(slowBox, ticks, (tick) => x(tick * unitMs)),
    label(slowBox.right, height - 4, unitMs === 60_000 ? 'minutes' : 'seconds', 'end'),
  ];
}

/** Logarithmic, so that fast calls and stalls are both seen. */
function latencyAxis(values: readonly number[], limitMs: number) {
  const lowest = Math.max(Math.min(...values, limitMs), 0.01);
  const all = logTicks(lowest, Math.max(...values, limitMs));
  const y = logScale(all[0] ?? 1, all.at(-1) ?? limitMs, latencyBox.bottom, latencyBox.top);
  return { y, ticks: all.length > 6 ? all.filter((tick) => Number.isInteger(Math.log10(tick))) : all };
}

/** Without zeros at the end. */
function tickText(tick: number): string {
  return tick >= 1000 ? milliseconds(tick) : String(tick);
}

import { milliseconds } from '../format.ts';
import type { Markup } from '../markup.ts';
import type { EndpointResult } from '../report.ts';
import { type Box, chart, horizontal, label, path, polyline, tenth, xAxis, yAxis } from './drawing.ts';
import { linearScale, logScale, logTicks, ninesOf, roundTicks, type Scale } from './scale.ts';

const height = 220;
const box: Box = { left: 46, right: 312, top: 30, bottom: 182 };
const labelled = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999];

/** Which share of the calls was answered within which time; the axis of shares stretches the slow end. */
export function percentileChart(percentiles: EndpointResult['percentiles'], limitMs: number): Markup {
  const last = Math.max(...percentiles.map(({ percentile }) => percentile), 99);
  const x = linearScale(0, ninesOf(last / 100), box.left + 6, box.right - 6);
  const { y, ticks, isLog } = latencyAxis(
    percentiles.map(({ ms }) => ms),
    limitMs,
    box,
  );
  const at = (percentile: number) => x(ninesOf(percentile / 100));
  const dotted = percentiles.filter(({ percentile }) => labelled.includes(percentile));
  const points = percentiles.map(({ percentile, ms }) => [at(percentile), y(ms)] as const);
  return chart(
    height,
    yAxis(box, ticks, y, milliseconds0),
    xAxis(
      box,
      labelled.filter((percentile) => percentile <= last),
      at,
      (percentile) => (percentile === 0 ? '0' : `p${percentile}`),
    ),
    path('limit', horizontal(y(limitMs), box.left, box.right)),
    label(box.right + 5, y(limitMs) + 3.5, `${limitMs} ms`, 'start', 'limit-label'),
    path('line', polyline(points)),
    path('dots', dotted.map(({ percentile, ms }) => `M${tenth(at(percentile))} ${tenth(y(ms))}h0`).join('')),
    label(box.left, box.top - 13, isLog ? 'ms (log scale)' : 'ms', 'start'),
    label(box.right, height - 4, 'percentile of answered calls', 'end'),
  );
}

interface LatencyAxis {
  readonly y: Scale;
  readonly ticks: readonly number[];
  readonly isLog: boolean;
}

/** From 0 in equal steps, unless the slowest call is far beyond the limit: then in powers of ten. */
export function latencyAxis(values: readonly number[], limitMs: number, { top, bottom }: Box): LatencyAxis {
  const highest = Math.max(...values, limitMs);
  if (highest <= limitMs * 8) {
    const ticks = roundTicks(highest, 4);
    return { y: linearScale(0, ticks.at(-1) ?? 1, bottom, top), ticks, isLog: false };
  }
  const lowest = Math.max(Math.min(...values, limitMs), 0.01);
  const all = logTicks(lowest, highest);
  const y = logScale(all[0] ?? lowest, all.at(-1) ?? highest, bottom, top);
  const ticks = all.length > 6 ? all.filter((tick) => Number.isInteger(Math.log10(tick))) : all;
  return { y, ticks, isLog: true };
}

/** A figure of the axis, without digits it does not need. */
export function milliseconds0(tick: number): string {
  return tick >= 1000 ? milliseconds(tick) : String(tick);
}

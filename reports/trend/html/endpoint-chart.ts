import {
  type Box,
  bar,
  chart,
  horizontal,
  label,
  path,
  polyline,
  tenth,
  vertical,
  xAxis,
  yAxis,
} from '../../charts/drawing.ts';
import { milliseconds0 } from '../../charts/percentile-curve.ts';
import { logScale, logTicks, type Scale, spread } from '../../charts/scale.ts';
import { type Markup, markup, type Part, trusted } from '../../markup.ts';
import type { Change, EndpointTrend, QuantileName, TrendRun } from '../model.ts';
import { reportLink } from './links.ts';
import { type RunAxis, runAxis } from './run-axis.ts';
import { shareAxis } from './share-scale.ts';

const height = 300;
const timeBox: Box = { left: 56, right: 314, top: 30, bottom: 162 };
const shareBox: Box = { ...timeBox, top: 190, bottom: 264 };

/** Percentiles and the share under the limit over the runs, one above the other; each column leads to its run. */
export function endpointChart(
  trend: EndpointTrend,
  runs: readonly TrendRun[],
  changes: readonly Change[],
): Markup {
  const axis = runAxis(runs, timeBox);
  return chart(
    height,
    times(trend, changes, axis),
    shares(trend, changes, axis),
    changes.map(({ run }) => {
      const x = axis.x(run) - axis.columnWidth / 2;
      return path('change', vertical(x, timeBox.top - 6, shareBox.bottom));
    }),
    xAxis(shareBox, axis.ticks),
    label(shareBox.right, height - 3, 'start of the run', 'end'),
    runs.map((run, index) => hit(run, index, axis)),
  );
}

/** For the pointer; by keyboard the table behind the chart leads to the same places. */
function hit(run: TrendRun, index: number, { x, columnWidth }: RunAxis): Markup {
  const column = bar(x(index) - columnWidth / 2, timeBox.top, columnWidth, shareBox.bottom - timeBox.top);
  return markup`<a href="${reportLink(run)}" tabindex="-1"><path class="hit" d="${trusted(column)}"/></a>`;
}

const lines: readonly (readonly [QuantileName, kind: string, band: string])[] = [
  ['p99', 'line line-slow', 'band band-slow'],
  ['p95', 'line line-high', 'band band-high'],
  ['p50', 'line', 'band'],
];

function times({ points, limitMs }: EndpointTrend, changes: readonly Change[], { x }: RunAxis): Part {
  const of = (name: QuantileName) => points.map((point) => point?.quantiles[name] ?? null);
  const known = lines.flatMap(([name]) => of(name).flatMap((quantile) => quantile ?? []));
  const { y, ticks } = timeAxis(
    known.flatMap(({ lowerMs, upperMs }) => [lowerMs, upperMs]),
    limitMs,
  );
  const drawn = lines.filter(([name]) => of(name).some((quantile) => quantile !== null));
  const ends = drawn.map(([name]) => y(of(name).findLast((quantile) => quantile !== null)?.ms ?? limitMs));
  const places = spread([y(limitMs), ...ends], 11, timeBox.top, timeBox.bottom);
  return [
    yAxis(
      timeBox,
      ticks.map((tick) => ({ at: y(tick), text: milliseconds0(tick) })),
    ),
    drawn.map(([name, , band]) => path(band, bandOf(of(name), x, y))),
    path('limit', horizontal(y(limitMs), timeBox.left, timeBox.right)),
    drawn.map(([name, kind]) => {
      const line = of(name).map((quantile, index) =>
        quantile === null ? null : ([x(index), y(quantile.ms)] as const),
      );
      return path(kind, polyline(line));
    }),
    levels(
      changes,
      drawn.map(([name]) => name),
      points.length,
      x,
      y,
    ),
    label(timeBox.right + 5, (places[0] ?? 0) + 3.5, `${limitMs} ms`, 'start', 'limit-label'),
    drawn.map(([name], index) => label(timeBox.right + 5, (places[index + 1] ?? 0) + 3.5, name)),
    label(timeBox.left, timeBox.top - 13, 'response time, ms (log scale)'),
  ];
}

function timeAxis(values: readonly number[], limitMs: number): { y: Scale; ticks: readonly number[] } {
  const lowest = Math.max(Math.min(...values, limitMs) * 0.9, 0.01);
  const highest = Math.max(...values, limitMs) * 1.05;
  const inside = logTicks(lowest, highest).filter((tick) => tick >= lowest && tick <= highest);
  const ticks = inside.length > 7 ? inside.filter((tick) => Number.isInteger(Math.log10(tick))) : inside;
  return { y: logScale(lowest, highest, timeBox.bottom, timeBox.top), ticks };
}

type Bounds = { readonly lowerMs: number; readonly upperMs: number } | null;

/** From the upper bounds back along the lower ones, broken where a run has none. */
function bandOf(bounds: readonly Bounds[], x: Scale, y: Scale): string {
  const areas: string[] = [];
  let upper: string[] = [];
  let lower: string[] = [];
  for (const [index, bound] of [...bounds, null].entries()) {
    if (bound !== null) {
      upper.push(`${tenth(x(index))} ${tenth(y(bound.upperMs))}`);
      lower.unshift(`${tenth(x(index))} ${tenth(y(bound.lowerMs))}`);
      continue;
    }
    if (upper.length > 1) areas.push(`M${[...upper, ...lower].join('L')}z`);
    [upper, lower] = [[], []];
  }
  return areas.join('');
}

/** The levels before and after each change of the figures drawn here. */
function levels(
  changes: readonly Change[],
  figures: readonly string[],
  runs: number,
  x: Scale,
  y: Scale,
): readonly Part[] {
  return changes
    .filter(({ figure }) => figures.includes(figure))
    .map((change) => {
      const others = changes.filter(({ figure }) => figure === change.figure).map(({ run }) => run);
      const from = Math.max(0, ...others.filter((run) => run < change.run));
      const to = Math.min(runs, ...others.filter((run) => run > change.run));
      const half = (x(1) - x(0)) / 2;
      const before = horizontal(y(change.before), x(from) - half, x(change.run) - half);
      return path('level', before + horizontal(y(change.after), x(change.run) - half, x(to) - half));
    });
}

function shares({ points, reading }: EndpointTrend, changes: readonly Change[], { x }: RunAxis): Part {
  const wanted = shareOf(reading);
  const known = points.flatMap((point) => [point?.share ?? [], point?.shareInterval?.lower ?? []].flat());
  const { y, ticks } = shareAxis(
    [...known, ...(wanted === null ? [] : [wanted])],
    shareBox.bottom,
    shareBox.top,
  );
  const spreads = points.map((point, index) => {
    if (point?.shareInterval == null) return '';
    return vertical(x(index), y(point.shareInterval.upper), y(point.shareInterval.lower));
  });
  const dots = points.map((point, index) =>
    point?.share == null ? '' : `M${tenth(x(index))} ${tenth(y(point.share))}h0`,
  );
  return [
    yAxis(shareBox, ticks),
    wanted === null
      ? trusted('')
      : [
          path('limit', horizontal(y(wanted), shareBox.left, shareBox.right)),
          label(shareBox.right + 5, y(wanted) + 3.5, reading, 'start', 'limit-label'),
        ],
    path('spread', spreads.join('')),
    path('shares', dots.join('')),
    levels(changes, ['share'], points.length, x, y),
    label(shareBox.left, shareBox.top - 11, 'share under the limit'),
  ];
}

/** The share of calls that must be under the limit: 0.99 for "p99". */
function shareOf(reading: string): number | null {
  const percentile = reading === 'median' ? '50' : /^p(\d+(?:\.\d+)?)$/.exec(reading)?.[1];
  return percentile === undefined ? null : Number(percentile) / 100;
}

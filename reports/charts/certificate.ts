import { share } from '../format.ts';
import { type Markup, nothing, type Part } from '../markup.ts';
import type { Interval, LatencyResult } from '../report.ts';
import { bar, chart, chartWidth, group, label, path, tenth, textWidth, vertical } from './drawing.ts';
import { linearScale, ninesOf, type Scale } from './scale.ts';

const box = { left: 14, right: 346, top: 78, bottom: 116 };
const lowest = 0.5;
const highest = 0.9999;
const levels: readonly (readonly [number, string])[] = [
  [0.5, 'median'],
  [0.9, 'p90'],
  [0.95, 'p95'],
  [0.99, 'p99'],
  [0.999, 'p99.9'],
  [0.9999, 'p99.99'],
];

interface Shown {
  readonly latency: LatencyResult;
  readonly share: number;
  readonly interval: Interval | null;
}

/** Which shares under the limit are proved, which refuted, which neither, with the share seen above them. */
export function certificateChart(shown: Shown): Markup {
  const { latency, interval } = shown;
  const x = sharesAxis();
  const proved = x(latency.certifiedShare ?? 0);
  const refuted = x(latency.refutedShare ?? 1);
  return chart(
    158,
    zone('proved', box.left, proved),
    zone('undecided', proved, refuted),
    zone('refuted', refuted, box.right),
    group(
      'middle',
      levels.flatMap(([level, name]) => reading(x(level), name, name === latency.reading)),
    ),
    interval === null ? nothing : path('whisker', intervalMark(x(interval.lower), x(interval.upper))),
    seenMark(x(shown.share), shown.share),
    label(box.left, 14, `share of calls under ${latency.limitMs} ms`),
  );
}

/** Outside the axis a share stands at its end. */
function sharesAxis(): Scale {
  const nines = linearScale(ninesOf(lowest), ninesOf(highest), box.left + 26, box.right - 26);
  return (value) => {
    if (value < lowest) return box.left + (value / lowest) * 26;
    return value >= highest ? nines(ninesOf(highest)) + (value === 1 ? 26 : 13) : nines(ninesOf(value));
  };
}

function zone(name: string, from: number, to: number): Part {
  const width = to - from;
  if (width < 0.5) return nothing;
  return [
    path(`zone zone-${name}`, bar(from, box.top, width, box.bottom - box.top)),
    width > textWidth(name) + 8
      ? label(from + width / 2, box.top + 23, name, 'middle', `on-${name}`)
      : nothing,
  ];
}

function reading(x: number, name: string, isUsed: boolean): Markup[] {
  return [
    path(
      isUsed ? 'limit' : 'axis',
      vertical(x, isUsed ? box.top - 4 : box.bottom, box.bottom + (isUsed ? 8 : 5)),
    ),
    label(x, box.bottom + 20, name, 'start', isUsed ? 'limit-label' : ''),
    isUsed ? label(x, box.bottom + 34, 'decides', 'start', 'limit-label') : nothing,
  ];
}

function seenMark(x: number, value: number): Part {
  const y = box.top - 22;
  const text = `seen: ${share(value)}`;
  const half = textWidth(text) / 2;
  const at = Math.min(Math.max(x, box.left + half), chartWidth - 14 - half);
  return [path('dot', `M${tenth(x)} ${y + 5}l-5 -5l5 -5l5 5z`), label(at, y - 12, text, 'middle', 'strong')];
}

function intervalMark(from: number, to: number): string {
  const y = box.top - 22;
  return `M${tenth(from)} ${y}H${tenth(to)}${vertical(from, y - 4, y + 4)}${vertical(to, y - 4, y + 4)}`;
}

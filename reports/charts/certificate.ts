import { readingNamed } from '../../checks/latency/reading.ts';
import { share } from '../format.ts';
import { type Markup, nothing, type Part } from '../markup.ts';
import type { Interval, LatencyResult } from '../report.ts';
import { bar, chart, chartWidth, group, label, path, tenth, textWidth, vertical } from './drawing.ts';
import { linearScale, ninesOf, type Scale } from './scale.ts';

const box = { left: 14, right: 346, top: 78, bottom: 116 };
const lowest = 0.5;
const highest = 0.9999;
const usual: readonly Level[] = [
  { share: 0.5, name: 'median' },
  { share: 0.9, name: 'p90' },
  { share: 0.95, name: 'p95' },
  { share: 0.99, name: 'p99' },
  { share: 0.999, name: 'p99.9' },
  { share: 0.9999, name: 'p99.99' },
];

interface Level {
  readonly share: number;
  readonly name: string;
}

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
  const used = levelOf(latency.reading);
  const usedX = used === null ? null : x(used.share);
  return chart(
    158,
    zone('proved', box.left, proved, usedX),
    zone('undecided', proved, refuted, usedX),
    zone('refuted', refuted, box.right, usedX),
    group('middle', axis(x, usedX)),
    used === null || usedX === null ? nothing : deciding(usedX, used.name),
    interval === null ? nothing : path('whisker', intervalMark(x(interval.lower), x(interval.upper))),
    seenMark(x(shown.share), shown.share),
    label(box.left, 14, `share of calls under ${latency.limitMs} ms`),
  );
}

/** The share that a reading asks for; none for every request. */
function levelOf(name: string): Level | null {
  const reading = readingNamed(name);
  return typeof reading === 'number' ? { share: reading / 100, name } : null;
}

/** Outside the axis a share stands at its end. */
function sharesAxis(): Scale {
  const nines = linearScale(ninesOf(lowest), ninesOf(highest), box.left + 26, box.right - 26);
  return (value) => {
    if (value < lowest) return box.left + (value / lowest) * 26;
    return value >= highest ? nines(ninesOf(highest)) + (value === 1 ? 26 : 13) : nines(ninesOf(value));
  };
}

/** A part of the bar with its name in the middle, or beside the line that would go through the name. */
function zone(name: string, from: number, to: number, lineX: number | null): Part {
  const room = textWidth(name) + 8;
  if (to - from < 0.5) return nothing;
  const isCrossed = lineX !== null && Math.abs((from + to) / 2 - lineX) < room / 2;
  const [left, right] = !isCrossed ? [from, to] : lineX - from > to - lineX ? [from, lineX] : [lineX, to];
  return [
    path(`zone zone-${name}`, bar(from, box.top, to - from, box.bottom - box.top)),
    right - left > room ? label((left + right) / 2, box.top + 23, name, 'middle', `on-${name}`) : nothing,
  ];
}

/** The usual readings, but for those whose names would touch that of the one that decides. */
function axis(x: Scale, usedX: number | null): Markup[] {
  const shown = usual.filter(({ share: level }) => usedX === null || Math.abs(x(level) - usedX) > 26);
  return shown.flatMap(({ share: level, name }) => [
    path('axis', vertical(x(level), box.bottom, box.bottom + 5)),
    label(x(level), box.bottom + 20, name),
  ]);
}

function deciding(x: number, name: string): Part {
  return [
    path('limit', vertical(x, box.top - 4, box.bottom + 8)),
    label(x, box.bottom + 20, name, 'middle', 'limit-label'),
    label(x, box.bottom + 34, 'decides', 'middle', 'limit-label'),
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

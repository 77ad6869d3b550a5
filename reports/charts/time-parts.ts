import { milliseconds } from '../format.ts';
import type { Markup } from '../markup.ts';
import type { EndpointResult, TimePart } from '../report.ts';
import { bar, chart, group, horizontal, label, path, vertical, xAxis } from './drawing.ts';
import { linearScale, roundTicks } from './scale.ts';

const rowHeight = 25;
const top = 30;

export const partWords: Readonly<Record<TimePart, string>> = {
  blocked: 'blocked',
  connecting: 'connecting',
  tls: 'TLS',
  sending: 'sending',
  waiting: 'waiting',
  receiving: 'receiving',
};

/** Where the time went: the bar is the median of a part, the line goes on to its p99. */
export function timePartsChart(parts: EndpointResult['parts']): Markup {
  const box = { left: 78, right: 350, top, bottom: top + parts.length * rowHeight };
  const ticks = roundTicks(
    Math.max(...parts.map(({ medianMs, p99Ms }) => Math.max(medianMs, p99Ms)), 0.01),
    4,
  );
  const x = linearScale(0, ticks.at(-1) ?? 1, box.left, box.right - 54);
  const rows = parts.map((part, index) => ({ ...part, y: top + index * rowHeight + rowHeight / 2 }));
  return chart(
    box.bottom + 38,
    path('grid', ticks.map((tick) => vertical(x(tick), top, box.bottom)).join('')),
    path('under', rows.map(({ medianMs, y }) => bar(box.left, y - 6, x(medianMs) - box.left, 12)).join('')),
    path(
      'whisker',
      rows
        .map(({ p99Ms, y }) => horizontal(y, box.left, x(p99Ms)) + vertical(x(p99Ms), y - 4, y + 4))
        .join(''),
    ),
    group(
      'end',
      rows.map(({ part, y }) => label(box.left - 8, y + 3.5, partWords[part])),
    ),
    rows.map(({ medianMs, p99Ms, y }) =>
      label(x(Math.max(medianMs, p99Ms)) + 7, y + 3.5, milliseconds(medianMs)),
    ),
    xAxis({ ...box, right: box.right - 54 }, ticks, x),
    label(box.left, top - 13, 'bar and number: median · line: up to p99'),
    label(box.right - 54, box.bottom + 34, 'ms', 'end'),
  );
}

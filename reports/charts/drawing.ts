import { type Markup, markup, nothing, type Piece, trusted } from '../markup.ts';

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
type Size = Readonly<Record<'width' | 'height', number>>;

/** A drawing in units of its own, which the page scales. Hidden from screen readers, because the text around it says the same. */
export function drawing(name: string, { width, height }: Size, ...content: readonly Piece[]): Markup {
  return markup`<svg class="${name}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${content}</svg>`;
}

/** The look of each kind of path, in colours of the page's palette. */
const styles = {
  under: 'fill="var(--mark)"',
  over: 'fill="var(--mark-bad)"',
  slow: 'fill="var(--mark-slow)"',
  disturbed: 'fill="var(--unclear-tint)"',
  allowed: 'fill="var(--good-tint)"',
  interval: 'fill="none" stroke="var(--ink)" stroke-width="1.25"',
  grid: 'fill="none" stroke="var(--rule)"',
  axis: 'fill="none" stroke="var(--quiet)"',
  limit: 'fill="none" stroke="var(--ink)" stroke-dasharray="4 2.5"',
  p50: 'fill="none" stroke="var(--mark)" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"',
  newest: 'fill="none" stroke="var(--mark)" stroke-width="5" stroke-linecap="round"',
  p99: 'fill="none" stroke="var(--mark-slow)" stroke-width="1.75" stroke-dasharray="1.5 2"',
} as const;

export function path(kind: keyof typeof styles, parts: readonly string[]): Markup {
  const data = parts.join('');
  return data === '' ? nothing : markup`<path class="${kind}" ${trusted(styles[kind])} d="${data}"/>`;
}

export function label(x: number, y: number, text: string, anchor = 'start'): Markup {
  return markup`<text text-anchor="${anchor}" x="${tenth(x)}" y="${tenth(y)}">${text}</text>`;
}

/** The label beside the line of the limit. */
export function limitLabel(x: number, y: number, limitMs: number, anchor?: string): Markup {
  return markup`<g fill="var(--ink)" font-weight="600">${label(x, y, `${limitMs} ms`, anchor)}</g>`;
}

export function horizontal(y: number, from: number, to: number): string {
  return `M${tenth(from)} ${tenth(y)}H${tenth(to)}`;
}

export function vertical(x: number, from: number, to: number): string {
  return `M${tenth(x)} ${tenth(from)}V${tenth(to)}`;
}

export function bar(x: number, y: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`;
}

/** A line through the points, with a gap where a value is missing; a point between two gaps is a dot. */
export function polyline(points: readonly (readonly [number, number] | null)[]): string {
  return points
    .map((point, index) => {
      if (point === null) return '';
      const at = `${tenth(point[0])} ${tenth(point[1])}`;
      if (points[index - 1]) return `L${at}`;
      return points[index + 1] ? `M${at}` : `M${at}h0`;
    })
    .join('');
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Horizontal lines with their figures on the left. */
export function yAxis(box: Box, ticks: readonly number[], y: Scale, text: (tick: number) => string): Piece {
  const lines = ticks.map((tick) => horizontal(y(tick), box.left, box.right));
  return [path('grid', lines), ticks.map((tick) => label(box.left - 6, y(tick) + 3.5, text(tick), 'end'))];
}

/** Ticks below the box with their figures. */
export function xAxis(box: Box, ticks: readonly number[], x: Scale): Piece {
  const { left, right, bottom } = box;
  const lines = ticks.map((tick) => vertical(x(tick), bottom, bottom + 4));
  return [
    path('axis', [horizontal(bottom, left, right), ...lines]),
    ticks.map((tick) => label(x(tick), bottom + 15, String(tick), 'middle')),
  ];
}

type Scale = (value: number) => number;

export function linearScale(from: number, to: number, start: number, end: number): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

export function logScale(from: number, to: number, start: number, end: number): Scale {
  const exponent = linearScale(Math.log10(from), Math.log10(to), start, end);
  return (value) => exponent(Math.log10(Math.max(value, from)));
}

/** Round values from 0 to the first at or above `highest`, in about `wanted` steps. */
export function roundTicks(highest: number, wanted: number): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const steps = Math.ceil((highest / step) * 0.999);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

/** Powers of ten around the range, with 2 and 5 between them where it is short. */
export function logTicks(lowest: number, highest: number): number[] {
  const from = Math.floor(Math.log10(lowest));
  const decades = Math.ceil(Math.log10(highest)) - from;
  const steps = decades <= 2 ? [1, 2, 5] : [1];
  const powers = Array.from({ length: decades }, (_, index) => 10 ** (from + index));
  const ticks = [...powers.flatMap((power) => steps.map((step) => step * power)), 10 ** (from + decades)];
  return ticks.map((tick) => Number(tick.toPrecision(3)));
}

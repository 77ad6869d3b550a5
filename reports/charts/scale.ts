export type Scale = (value: number) => number;

export function linearScale(from: number, to: number, start: number, end: number): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

export function logScale(from: number, to: number, start: number, end: number): Scale {
  const exponent = linearScale(Math.log10(from), Math.log10(to), start, end);
  return (value) => exponent(Math.log10(Math.max(value, from)));
}

/** Round values from 0 up to the first at or above `highest`, about `wanted` steps. */
export function roundTicks(highest: number, wanted: number): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const steps = Math.ceil((highest / step) * 0.999);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

/** Powers of ten, with 2 and 5 between them where the range is short, around the range. */
export function logTicks(lowest: number, highest: number): number[] {
  const from = Math.floor(Math.log10(lowest));
  const to = Math.ceil(Math.log10(highest));
  const factors = to - from <= 3 ? [1, 2, 5] : [1];
  const all = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  const ticks = all.flatMap((power) => factors.map((factor) => Number((factor * power).toPrecision(3))));
  const first = ticks.findLastIndex((tick) => tick <= lowest);
  const last = ticks.findIndex((tick) => tick >= highest);
  return ticks.slice(Math.max(first, 0), last === -1 ? ticks.length : last + 1);
}

import type { Box, Tick } from '../../charts/drawing.ts';
import type { Scale } from '../../charts/scale.ts';
import type { TrendRun } from '../model.ts';

const tickDistance = 46;

/** Runs stand at equal distances, whatever time lies between them: `x` of an index is the middle of its column. */
export interface RunAxis {
  readonly x: Scale;
  readonly columnWidth: number;
  readonly ticks: readonly Tick[];
}

export function runAxis(runs: readonly TrendRun[], { left, right }: Box): RunAxis {
  const columnWidth = (right - left) / runs.length;
  const x = (index: number) => left + (index + 0.5) * columnWidth;
  const days = new Set(runs.map(({ startedAt }) => startedAt.slice(0, 10)));
  const [from, to] = days.size === 1 ? [11, 16] : [5, 10];
  const step = Math.ceil(tickDistance / columnWidth);
  const ticks = runs.flatMap(({ startedAt }, index) =>
    index % step === 0 ? [{ at: x(index), text: startedAt.slice(from, to) }] : [],
  );
  return { x, columnWidth, ticks: ticks.filter((tick, index) => tick.text !== ticks[index - 1]?.text) };
}

import type { ComparedFigure } from '../../dist/report-types.ts';

/** "slower by 5.1 % ± 0.4 %": the change, and half the width of its interval. */
export function changeText({
  change,
  lower,
  upper,
}: Pick<ComparedFigure, 'change' | 'lower' | 'upper'>): string {
  const halfWidth = (upper - lower) / 2;
  const decimals = halfWidth < 0.0005 ? 2 : 1;
  const percent = (value: number) => `${(value * 100).toFixed(decimals)} %`;
  const size = Math.abs(change);
  if (size * 100 < 0.5 * 0.1 ** decimals) return `as fast ± ${percent(halfWidth)}`;
  return `${change < 0 ? 'faster' : 'slower'} by ${percent(size)} ± ${percent(halfWidth)}`;
}

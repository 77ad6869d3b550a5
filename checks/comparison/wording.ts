import type { ComparedFigure } from './result.ts';

/** "slower by 5.1 % ± 0.4 %": the change, and half the width of its interval. */
export function changeText({
  change,
  lower,
  upper,
}: Pick<ComparedFigure, 'change' | 'lower' | 'upper'>): string {
  const halfWidth = (upper - lower) / 2;
  const decimals = halfWidth < 0.0005 ? 2 : 1;
  const percent = (value: number) => `${(value * 100).toFixed(decimals)} %`;
  const size = percent(Math.abs(change));
  if (Number.parseFloat(size) === 0) return `as fast ± ${percent(halfWidth)}`;
  return `${change < 0 ? 'faster' : 'slower'} by ${size} ± ${percent(halfWidth)}`;
}

export function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

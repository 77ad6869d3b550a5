import type { Change } from '../model.ts';

type Shifted = Pick<Change, 'figure' | 'shift'>;

/** "+22.4 %", or "−0.20 points" where the figure is a share. */
export function shiftValue({ figure, shift: { value } }: Shifted): string {
  return figure === 'share' ? `${points(value)} points` : percent(value);
}

/** "+18.0 % to +27.1 %"; empty where the runs are too few for an interval. */
export function shiftRange({ figure, shift: { lower, upper } }: Shifted): string {
  const words = figure === 'share' ? points : percent;
  return lower === null || upper === null ? '' : `${words(lower)} to ${words(upper)}`;
}

function percent(ratio: number): string {
  return `${signed((ratio - 1) * 100, 1)}\u00a0%`;
}

function points(difference: number): string {
  const value = difference * 100;
  return signed(value, Math.abs(value) < 0.01 ? 4 : 2);
}

function signed(value: number, digits: number): string {
  const rounded = Math.abs(value).toFixed(digits);
  if (Number(rounded) === 0) return `±${rounded}`;
  return `${value < 0 ? '−' : '+'}${rounded}`;
}

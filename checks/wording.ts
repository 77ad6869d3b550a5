import type { ComparedFigure } from '../dist/report-types.ts';

const thinSpace = '\u202f';
const unitSpace = '\u00a0';

/** "1 234 567", with narrow no-break spaces. */
export function countText(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, thinSpace);
}

/** "1 call", "2 calls". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${countText(value)} ${value === 1 ? singular : plural}`;
}

/** "1 scheduled call was not sent", "2 scheduled calls were not sent". */
export function notSentText(value: number): string {
  return counted(value, 'scheduled call was not sent', 'scheduled calls were not sent');
}

/** Milliseconds without their unit: "3.27", "1 234". With a limit, enough digits to stay on the value's side of it. */
export function milliseconds(value: number, limitMs = Number.NaN): string {
  if (value >= 1000) return countText(value);
  for (let digits = value < 100 ? 2 : 1; digits < 6; digits++) {
    const rounded = value.toFixed(digits);
    if (value < limitMs === Number(rounded) < limitMs) return rounded;
  }
  return String(value);
}

/** Milliseconds for a sentence, without trailing zeros: "3.27 ms", "112 ms". */
export function msText(value: number): string {
  const digits = milliseconds(value);
  return `${digits.includes('.') ? Number(digits) : digits}${unitSpace}ms`;
}

/**
 * A share in percent: "99.83 %". Only 1 reads "100 %" and only 0 reads "0 %", unless seven digits do not show the difference. A
 * lower bound is rounded down and an upper bound up, so that the claim stays true.
 */
export function percentText(share: number, rounded: 'nearest' | 'down' | 'up' = 'nearest'): string {
  if (share <= 0 || share >= 1) return `${share * 100}${unitSpace}%`;
  const percent = trimmedFloat(share * 100);
  const round = { nearest: Math.round, down: Math.floor, up: Math.ceil }[rounded];
  for (let digits = 2; digits < 8; digits++) {
    const seen = round(trimmedFloat(percent * 10 ** digits)) / 10 ** digits;
    if (seen > 0 && seen < 100) return `${seen.toFixed(digits)}${unitSpace}%`;
  }
  return `${percent < 50 ? 0 : 100}${unitSpace}%`;
}

/** A chosen share, or one rounded to a number of digits: "99.9 %". */
export function roughPercentText(share: number, digits = 13): string {
  return `${Number((share * 100).toPrecision(digits))}${unitSpace}%`;
}

/** Drops floating-point noise, so that 0.29 * 100 is 29. */
function trimmedFloat(value: number): number {
  return Number(value.toPrecision(13));
}

/** "850 ms", "12.4 s", "1 min 2 s", "2 h 5 min". */
export function duration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)}${unitSpace}ms`;
  if (durationMs < 59_950) return `${Number((durationMs / 1000).toFixed(1))}${unitSpace}s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}${unitSpace}min ${seconds % 60}${unitSpace}s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}${unitSpace}h ${minutes % 60}${unitSpace}min`;
}

/** "39.8/s". */
export function perSecond(rate: number): string {
  return `${rate >= 100 ? countText(rate) : trimmedFloat(Number(rate.toFixed(1)))}/s`;
}

/** Formats an ISO 8601 time in UTC: "2026-11-21 05:08:12 UTC". */
export function utcTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** "13 s", rounded up. */
export function secondsText(ms: number): string {
  return `${countText(Math.ceil(ms / 1000))}${unitSpace}s`;
}

/** No remedy asks for a run more than this many times as long. */
export const mostTimes = 100;

/** "3 times", rounded up; null: more than `mostTimes`. */
export function timesText(factor: number): string | null {
  if (!(factor <= mostTimes)) return null;
  return `${factor < 10 ? Math.ceil(factor * 10) / 10 : Math.ceil(factor)} times`;
}

/** "slower by 5.1 % ± 0.4 %": the change, and half the width of its interval. */
export function changeText({ change, lower, upper }: ComparedFigure): string {
  const halfWidth = (upper - lower) / 2;
  const decimals = halfWidth < 0.0005 ? 2 : 1;
  const percent = (value: number) => `${(value * 100).toFixed(decimals)} %`;
  const size = Math.abs(change);
  if (size * 100 < 0.5 * 0.1 ** decimals) return `as fast ± ${percent(halfWidth)}`;
  return `${change < 0 ? 'faster' : 'slower'} by ${percent(size)} ± ${percent(halfWidth)}`;
}

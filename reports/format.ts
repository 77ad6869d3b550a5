const thinSpace = '\u202f';
const unitSpace = '\u00a0';

/** "1 234 567", with narrow no-break spaces. */
export function count(value: number): string {
  const digits = String(Math.round(value));
  const first = digits.length % 3 || 3;
  let grouped = digits.slice(0, first);
  for (let at = first; at < digits.length; at += 3) grouped += thinSpace + digits.slice(at, at + 3);
  return grouped;
}

/** "1 call", "2 calls". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

/**
 * Milliseconds without their unit: "3.27", "1 234". With a limit, as many digits as it takes
 * for the rounded figure to stay on the side of the limit where the value is.
 */
export function milliseconds(value: number, limitMs = Number.NaN): string {
  if (value >= 1000) return count(value);
  for (let digits = value < 100 ? 2 : 1; digits < 6; digits++) {
    const rounded = value.toFixed(digits);
    if (value < limitMs === Number(rounded) < limitMs) return rounded;
  }
  return String(value);
}

/** "3.27 ms", "112 ms": in a sentence, without zeros at the end. */
export function ms(value: number, limitMs?: number): string {
  const digits = milliseconds(value, limitMs);
  return `${digits.includes('.') ? Number(digits) : digits}${unitSpace}ms`;
}

export type Bound = 'value' | 'lower' | 'upper';

/**
 * A share in percent: "99.83 %". Only a share of exactly 1 reads "100 %", and only 0 reads "0 %".
 * A lower bound is rounded down, an upper bound up.
 */
export function share(value: number, bound: Bound = 'value'): string {
  if (value <= 0 || value >= 1) return `${value * 100}${unitSpace}%`;
  const percent = trimmedFloat(value * 100);
  for (let digits = 2; digits < 8; digits++) {
    const rounded = roundTo(percent, digits, bound);
    if (rounded > 0 && rounded < 100) return `${rounded.toFixed(digits)}${unitSpace}%`;
  }
  return `${percent}${unitSpace}%`;
}

/** A round share that somebody chose: "99 %", "99.9 %". */
export function chosenShare(value: number): string {
  return `${trimmedFloat(value * 100)}${unitSpace}%`;
}

/** A share that need not be exact: "14.2 %". */
export function roughShare(value: number): string {
  return `${Number((value * 100).toFixed(1))}${unitSpace}%`;
}

function roundTo(value: number, digits: number, bound: Bound): number {
  const factor = 10 ** digits;
  if (bound === 'lower') return Math.floor(trimmedFloat(value * factor)) / factor;
  if (bound === 'upper') return Math.ceil(trimmedFloat(value * factor)) / factor;
  return Math.round(value * factor) / factor;
}

/** Without the last binary digits, so that 0.29 * 100 is 29. */
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
  return `${rate >= 100 ? count(rate) : trimmedFloat(Number(rate.toFixed(1)))}/s`;
}

/** "2026-11-21 05:08:12 UTC" of an ISO 8601 time in UTC. */
export function utcTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

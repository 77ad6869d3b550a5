import type { ContestedForm, Fault, Style } from './classify.ts';

export interface TimeOfDayPart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
  /** Second 60: right only at 23:59 UTC. */
  readonly leapSecond: 'none' | 'at 23:59' | 'elsewhere';
}

const extended = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?$/;
const basic = /^([0-9]{2})(?:([0-9]{2})([0-9]{2})?)?$/;

/** `fraction`: the digits after the decimal sign; `undefined` without decimal sign. */
export function readTime(clock: string, fraction: string | undefined): TimeOfDayPart | Fault {
  const match = extended.exec(clock) ?? basic.exec(clock);
  if (!match || fraction === '') return 'form';
  const [, hour, minute, second] = match;
  return part(styleOf(clock), Number(hour), Number(minute ?? 0), Number(second ?? 0), fraction ?? '');
}

function part(
  style: Style,
  hour: number,
  minute: number,
  second: number,
  fraction: string,
): TimeOfDayPart | Fault {
  if (hour > 24 || minute > 59 || second > 60) return 'range';
  if (hour === 24 && (minute > 0 || second > 0 || /[1-9]/.test(fraction))) return 'range';
  const forms: ContestedForm[] = hour === 24 ? ['hour-24'] : [];
  if (second < 60) return { style, forms, leapSecond: 'none' };
  return { style, forms, leapSecond: hour === 23 && minute === 59 ? 'at 23:59' : 'elsewhere' };
}

function styleOf(clock: string): Style {
  if (clock.length === 2) return 'either';
  return clock.includes(':') ? 'extended' : 'basic';
}
